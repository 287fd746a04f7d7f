import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { variants } from "../../src/protocol/variants.ts";
import {
  call,
  callsOf,
  makeWorkspace,
  runPi,
  runPiIn,
  type ScriptedTurn,
  type ShapeName,
  say,
  startModelServer,
  startRpc,
  unpaired,
} from "./rig/index.ts";

const [tagged] = variants;
if (tagged === undefined) throw new Error("no variant");

function envelope(name: string, args: JsonObject): string {
  return tagged?.render({ name, arguments: args }, undefined) ?? "";
}

const nasty = 'line with </pi:call> and <b title="x">&amp;</b>\r\n```js\nconst a = `b`;\n```\n  trailing  \n';

/** A task of eight calls, as a model writes them that knows nothing of native calls. */
const task: ScriptedTurn[] = [
  say(`I will look first.\n\n${envelope("read", { path: "notes.txt" })}\n\nThe file says hello.`),
  say(envelope("edit", { path: "notes.txt", edits: [{ oldText: "hello", newText: "goodbye" }] })),
  say(envelope("bash", { command: "printf from-bash > bash.txt" })),
  say(envelope("write", { path: "nasty.txt", content: nasty })),
  say(
    `${envelope("write", { path: "one.txt", content: "1" })}\n${envelope("write", { path: "two.txt", content: "2" })}`,
  ),
  say("<pi:call name=\"write\">{'path': 'loose.txt', 'content': 'loose',}</pi:call>"),
  say(envelope("no_such_tool", { path: "x" })),
  say("All done."),
];

describe.each<ShapeName>(["completions", "anthropic"])("a model that only writes text, over %s", (shape) => {
  test("finishes a task of eight calls, and the session holds native ones", async () => {
    const run = await runPi({
      shape,
      script: task,
      files: { "notes.txt": "hello world\n" },
      settings: { textProtocol: { [nameOf(shape)]: true } },
    });
    expect(run.exitCode).toBe(0);
    expect(run.files).toEqual({
      "notes.txt": "goodbye world\n",
      "bash.txt": "from-bash",
      "nasty.txt": nasty,
      "one.txt": "1",
      "two.txt": "2",
      "loose.txt": "loose",
    });
    expect(callsOf(run.messages).map(({ name }) => name)).toEqual([
      "read",
      "edit",
      "bash",
      "write",
      "write",
      "write",
      "write",
      "no_such_tool",
    ]);
    expect(run.stdout.trim()).toBe("All done.");
    expect(JSON.stringify(run.messages)).not.toContain("The file says hello");
    for (const { body, traffic } of run.requests) {
      expect(body).not.toHaveProperty("tools");
      expect(unpaired(traffic)).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/"tool_calls"|"tool_use"|"tool_result"|"role":"tool"/);
    }
    expect(JSON.stringify(run.requests[1]?.body)).toContain("TOOL read OK");
    expect(JSON.stringify(run.requests.at(-1)?.body)).toContain("TOOL no_such_tool FAILED");
  });

  test("is sent the same beginning with every request", async () => {
    const run = await runPi({
      shape,
      script: task,
      files: { "notes.txt": "hello world\n" },
      settings: { textProtocol: { [nameOf(shape)]: true } },
    });
    const messages = run.requests.map(({ body }) =>
      (body as { messages: unknown[] }).messages.map((message) => stable(message)),
    );
    for (const [at, next] of messages.slice(1).entries()) {
      const before = messages[at] ?? [];
      expect(next.slice(0, before.length)).toEqual(before);
    }
    expect(new Set(run.requests.map(({ body }) => JSON.stringify((body as { system?: unknown }).system))).size).toBe(1);
  });
});

/** Marks where a cache may end wander by design. */
function stable(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === "cache_control" ? undefined : value)));
}

function nameOf(shape: ShapeName): string {
  return shape === "anthropic" ? "mock-anthropic/main" : "mock-completions/main";
}

test("examples in documentation do not run", async () => {
  const shown = `Use it so:\n\n\`\`\`\n${envelope("write", { path: "a.txt", content: "x" })}\n\`\`\``;
  const run = await runPi({ script: [say(shown)], settings: { textProtocol: { [nameOf("completions")]: true } } });
  expect(run.files).toEqual({});
  expect(run.stdout.trim()).toBe(shown);
});

test.each([
  ["nothing is set", {}, {}],
  [
    "the environment says no",
    { textProtocol: { [nameOf("completions")]: true } },
    { PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED: "1" },
  ],
  ["the setting says no", { textProtocol: { [nameOf("completions")]: false } }, {}],
])("tools stay native when %s", async (_, settings, env) => {
  const run = await runPi({ script: [say("Done.")], settings, env });
  expect(run.requests[0]?.body).toHaveProperty("tools");
  expect(JSON.stringify(run.requests[0]?.body)).not.toContain("pi:call");
});

test("/toolprobe finds a text variant, later sessions use it, and a reset forgets it", async () => {
  // Neither trial of native calls, nor the tagged call, but JSON in <tool_call>.
  const json = (text: string) => say(`<tool_call>{"name": "echo", "arguments": {"text": "${text}"}}</tool_call>`);
  const answers = [say("I cannot."), say("I cannot."), say("Hm."), json("calibration-1"), json("calibration-2")];
  await using server = await startModelServer([
    ...answers,
    say('<tool_call>{"name": "write", "arguments": {"path": "a.txt", "content": "x"}}</tool_call>'),
    say("Done."),
    say("Native again."),
  ]);
  await using workspace = await makeWorkspace(server.url);
  const probed = await runPiIn(workspace, server, { prompt: "/toolprobe --json" });
  expect(JSON.parse(probed.stderr)).toMatchObject({ verdicts: [{ kind: "text-protocol", variant: "tool-call-json" }] });
  await runPiIn(workspace, server, { prompt: "Write it." });
  expect(await workspace.files()).toEqual({ "a.txt": "x" });
  await runPiIn(workspace, server, { prompt: `/toolprotocol-reset ${nameOf("completions")}` });
  await runPiIn(workspace, server, { prompt: "Once more." });
  expect(server.requests.at(-1)?.body).toHaveProperty("tools");
});

test("a native verdict keeps the protocol off, whatever the setting says", async () => {
  const native = { kind: "call", name: "read", args: { path: "docs/probe-1.md" } };
  await using server = await startModelServer([call(native.name, native.args), say("Done.")]);
  await using workspace = await makeWorkspace(server.url, {
    settings: { textProtocol: { [nameOf("completions")]: true } },
  });
  await runPiIn(workspace, server, { prompt: "/toolprobe" });
  await runPiIn(workspace, server, { prompt: "Go." });
  expect(server.requests.at(-1)?.body).toHaveProperty("tools");
});

test("three unreadable calls in a row invalidate the notation, and the next turn tries the others once", async () => {
  const broken = say('<pi:call>{"path": "a.txt"}</pi:call>');
  const json = (text: string) => say(`<tool_call>{"name": "echo", "arguments": {"text": "${text}"}}</tool_call>`);
  await using server = await startModelServer([
    broken,
    broken,
    broken,
    say("Hm."),
    json("calibration-1"),
    json("calibration-2"),
    say('<tool_call>{"name": "write", "arguments": {"path": "a.txt", "content": "x"}}</tool_call>'),
    say("Done."),
  ]);
  await using workspace = await makeWorkspace(server.url, {
    settings: { textProtocol: { [nameOf("completions")]: true } },
  });
  await using rpc = await startRpc(workspace);
  for (let turn = 0; turn < 4; turn++) await rpc.prompt("Go.");
  expect(await workspace.files()).toEqual({ "a.txt": "x" });
});
