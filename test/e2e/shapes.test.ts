import { describe, expect, test } from "vitest";
import {
  call,
  callsOf,
  type Message,
  type Part,
  reply,
  resultsOf,
  runPi,
  say,
  type Turn,
  think,
  unpaired,
} from "./rig/index.ts";

const shapes = ["completions", "responses", "anthropic"] as const;

const wrongKey = call("write", { filename: "a.txt", content: "alpha\n" });
const malformed = call("write", "{'path': 'b.txt', 'content': 'beta\\n',}");
const foreignTool = call("write_to_file", { path: "c.txt", content: "gamma\n" });

describe.each(shapes)("%s", (shape) => {
  test("broken calls run as meant, and the model sees only the corrected ones", async () => {
    const run = await runPi({ shape, script: [wrongKey, malformed, foreignTool, say("Done.")] });

    expect(run.files).toEqual({ "a.txt": "alpha\n", "b.txt": "beta\n", "c.txt": "gamma\n" });
    const written = [
      { name: "write", arguments: { path: "a.txt", content: "alpha\n" } },
      { name: "write", arguments: { path: "b.txt", content: "beta\n" } },
      { name: "write", arguments: { path: "c.txt", content: "gamma\n" } },
    ];
    expect(callsOf(run.messages)).toEqual(written);
    expect(JSON.stringify(run.messages.filter(({ role }) => role === "assistant"))).not.toContain("argumentsError");

    const traffic = run.requests.at(-1)?.traffic ?? [];
    const asked = traffic.flatMap((item) => (item.kind === "call" ? [item] : []));
    expect(asked.map(({ name, text }) => ({ name, arguments: JSON.parse(text) }))).toEqual(written);
    expect(unpaired(traffic)).toEqual([]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  });

  test("of parallel calls only the broken ones change", async () => {
    const read = call("read", { path: "b.txt", limit: 1 }, "kept_1");
    const run = await runPi({
      shape,
      files: { "b.txt": "one\ntwo\n" },
      script: [[say("Both at once."), read, wrongKey, malformed], say("Done.")],
    });
    expect(callsOf(run.messages)).toEqual([
      { name: "read", arguments: { path: "b.txt", limit: 1 } },
      { name: "write", arguments: { path: "a.txt", content: "alpha\n" } },
      { name: "write", arguments: { path: "b.txt", content: "beta\n" } },
    ]);
    expect(resultsOf(run.messages).map(({ failed }) => failed)).toEqual([false, false, false]);
    expect(run.files).toEqual({ "a.txt": "alpha\n", "b.txt": "beta\n" });
    expect(unpaired(run.requests[1]?.traffic ?? [])).toEqual([]);
  });

  test("thinking and provider ids survive a repair", async () => {
    const script = (key: string): readonly (Turn | Part | readonly Part[])[] => [
      [think("I should write."), say("Writing."), call("write", { [key]: "a.txt", content: "x" })],
      say("Done."),
    ];
    const valid = await runPi({ shape, model: "thinker", script: script("path"), extensions: [] });
    const repaired = await runPi({ shape, model: "thinker", script: script("filename"), settings: { teach: false } });
    expect(repaired.files).toEqual(valid.files);
    expect(conversation(repaired.requests[1]?.body)).toEqual(conversation(valid.requests[1]?.body));
  });

  test("valid calls leave the session and the next request as they are without the extension", async () => {
    const script = [
      [say("Reading."), call("read", { path: "a.txt" }), call("bash", { command: "true", timeout: "5" })],
      call("edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] }),
      say("Done."),
    ];
    const options = { shape, script, files: { "a.txt": "one\n" } };
    const without = await runPi({ ...options, extensions: [] });
    const withIt = await runPi(options);
    expect(withIt.files).toEqual({ "a.txt": "two\n" });
    expect(withIt.messages.map(plain)).toEqual(without.messages.map(plain));
    expect(conversation(withIt.requests.at(-1)?.body)).toEqual(conversation(without.requests.at(-1)?.body));
  });

  test("a call that was cut off is not completed", async () => {
    const cut = reply(call("write", '{"filename": "a.txt", "content": "al'), { stop: "length" });
    const run = await runPi({ shape, script: [cut, say("Done.")] });
    expect(run.files).toEqual({});
    expect(resultsOf(run.messages)).toMatchObject([{ failed: true }]);
    expect(unpaired(run.requests[1]?.traffic ?? [])).toEqual([]);
  });

  test("a call nobody can repair does not run, and the model reads why", async () => {
    const run = await runPi({ shape, script: [call("write", { path: "a.txt" }), say("Done.")] });
    expect(run.files).toEqual({});
    expect(resultsOf(run.messages)).toMatchObject([{ tool: "write", failed: true }]);
    expect(run.requests[1]?.traffic.at(-1)).toMatchObject({ kind: "result", text: expect.stringContaining("content") });
  });
});

/** The messages of a request body without what differs from run to run. */
function conversation(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  const list = "messages" in body ? body.messages : "input" in body ? body.input : [];
  return Array.isArray(list) ? list.filter(({ role }) => role !== "system" && role !== "developer") : list;
}

/** A message of the session file without its times. */
function plain({ timestamp: _, ...message }: Message): unknown {
  const text = JSON.stringify(message, (key, value) => (key === "timestamp" || key === "durationMs" ? 0 : value));
  return JSON.parse(text.replaceAll(/\/[^"\s]*pi-tool-recovery-\w+/g, "/workspace"));
}
