import { describe, expect, test } from "vitest";
import { failingEdit, files, refusalsIn } from "./failing-calls.ts";
import {
  call,
  extension,
  makeWorkspace,
  type Part,
  type Run,
  resultsOf,
  runPi,
  say,
  startModelServer,
  startRpc,
  unpaired,
} from "./rig/index.ts";

const shapes = ["completions", "responses", "anthropic"] as const;

describe.each(shapes)("%s", (shape) => {
  test("an edit that fails five times runs once", async () => {
    const run = await runPi({ shape, files, script: [...Array(5).fill(failingEdit), say("I give up.")] });

    const [first, ...refusals] = resultsOf(run.messages);
    expect(first?.text).toContain("Could not find the exact text");
    expect(refusals).toHaveLength(4);
    for (const [at, { failed, text }] of refusals.entries()) {
      expect(failed).toBe(true);
      expect(text.length).toBeLessThanOrEqual(1200);
      expect(JSON.parse(text)).toMatchObject({
        MUST: true,
        failure_key: expect.stringMatching(/^edit-/),
        occurrences: at + 2,
        state: "failed",
        phase: "preflight",
        tool: "edit",
        operation: expect.stringContaining("a.txt"),
        failure_code: "old_text_not_found",
        diagnostic: expect.stringContaining("Could not find the exact text in a.txt"),
        next_action: expect.stringContaining("Read the file again"),
      });
    }
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual(Array(6).fill([]));
    expect(run).toMatchObject({ exitCode: 0, stdout: "I give up.\n" });
  });

  test("after a successful read the same edit is admitted again", async () => {
    const script = [failingEdit, failingEdit, call("read", { path: "a.txt" }), failingEdit, failingEdit, say("Done.")];
    const run = await runPi({ shape, files, script });
    expect(resultsOf(run.messages).map(({ text }) => (text.startsWith("{") ? "refused" : "ran"))).toEqual([
      "ran",
      "refused",
      "ran",
      "ran",
      "refused",
    ]);
  });
});

test("a new user turn admits the call again", async () => {
  const run = await runPi({
    files,
    prompt: ["first", "second"],
    script: [failingEdit, failingEdit, say("One."), failingEdit, say("Two.")],
  });
  expect(refusalsIn(run.messages)).toEqual([false, true, false]);
});

test("parallel duplicates both run, and other arguments are never touched", async () => {
  const other = call("edit", { path: "a.txt", edits: [{ oldText: "absent", newText: "two" }] });
  const run = await runPi({ files, script: [[failingEdit, failingEdit], [failingEdit, other], say("Done.")] });
  expect(refusalsIn(run.messages)).toEqual([false, false, true, false]);
});

test("failing commands may be polled once more, with a longer time limit as often as it grows", async () => {
  const poll = call("bash", { command: "exit 3" });
  const slow = (timeout: number) => call("bash", { command: "sleep 5", timeout });
  const run = await runPi({
    script: [poll, poll, poll, slow(0.2), slow(0.2), slow(0.2), slow(0.4), say("Done.")],
  });
  expect(refusalsIn(run.messages)).toEqual([false, false, true, false, false, true, false]);
  const records = resultsOf(run.messages).flatMap(({ text }) => (text.startsWith("{") ? [JSON.parse(text)] : []));
  expect(records).toMatchObject([
    { failure_code: "exit_3", phase: "execution", occurrences: 3 },
    { failure_code: "timeout", phase: "timeout", diagnostic: "Command timed out after 0.2 seconds" },
  ]);
});

test("a wedged run is stopped with one message", async () => {
  const run = await runPi({ files, script: () => failingEdit });
  expect(resultsOf(run.messages)).toHaveLength(7);
  expect(run.stderr.match(/stopped the run/g)).toHaveLength(1);
  expect(run.stderr).toContain("old_text_not_found");
});

test("maxRepeats 0 never stops a run", async () => {
  const script = [...Array(9).fill(failingEdit), say("Done.")];
  const run = await runPi({ files, settings: { maxRepeats: 0 }, script });
  expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", stderr: "" });
});

test.each([{ failureMemory: "off" }, { enabled: false }, { mode: "observe" }])(
  "%o refuses nothing",
  async (settings) => {
    const run = await runPi({ files, settings, script: [failingEdit, failingEdit, failingEdit, say("Done.")] });
    expect(refusalsIn(run.messages)).toEqual([false, false, false]);
  },
);

describe("tools of others", () => {
  test("an MCP server is asked twice before its failure counts", async () => {
    const ask = call("mcp__files__stat", { path: "gone" });
    const run = await runWith("tools.ts", FAILING_SERVER, [ask, ask, ask, say("Done.")]);
    expect(refusalsIn(run.messages)).toEqual([false, false, true]);
    expect(lastRecord(run)).toMatchObject({
      failure_code: "file_not_found",
      diagnostic: "ENOENT: no such file 'gone'",
    });
  });

  test("what another extension blocks is a matter of policy, whatever it says", async () => {
    const push = call("bash", { command: "git push" });
    const run = await runWith("gate.ts", BLOCKING_GATE, [push, push, say("Done.")]);
    expect(refusalsIn(run.messages)).toEqual([false, true]);
    expect(lastRecord(run)).toMatchObject({ failure_code: "policy", phase: "policy", state: "rejected" });
  });

  test("calls of a script are neither gated nor recorded", async () => {
    const script = "try { await tools.read({ path: 'gone' }); } catch (error) { text(error.message); }";
    const run = await runPi({
      args: ["--tools", "read,codemode"],
      script: [call("read", { path: "gone" }), call("codemode", { code: script }), say("Done.")],
    });
    expect(resultsOf(run.messages)).toMatchObject([
      { tool: "read", failed: true },
      { tool: "codemode", failed: false, text: expect.stringContaining("ENOENT") },
    ]);
  });
});

describe("a call that the host rejects again and again ends the run", () => {
  test.each([
    ["unknown_tool", call("frobnicate", { level: 3 })],
    ["invalid_arguments", call("write", { path: "a.txt" })],
    ["malformed_call", call("write", '{"path": "a.txt", "content": "half')],
  ])("%s", async (code, rejected) => {
    const run = await runPi({ script: ({ index }) => (index < 20 ? rejected : say("Never stopped.")) });
    expect(resultsOf(run.messages)).toHaveLength(7);
    expect(run.stderr).toContain(code);
  });
});

/** A run with this extension and, after it, one that is written for the test. */
function runWith(name: string, source: string, script: readonly Part[]): Promise<Run> {
  return runPi({ files: { [name]: source }, extensions: [extension, name], script });
}

function lastRecord(run: Run): unknown {
  return JSON.parse(resultsOf(run.messages).at(-1)?.text ?? "");
}

const FAILING_SERVER = `
  export default function (pi) {
    pi.registerTool({
      name: "mcp__files__stat",
      label: "stat",
      description: "Looks at a file",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      async execute(_id, { path }) {
        throw new Error("ENOENT: no such file '" + path + "'");
      },
    });
  }
`;

const BLOCKING_GATE = `
  export default function (pi) {
    pi.on("tool_call", ({ input }) => {
      if (input.command === "git push") return { block: true, reason: "Not on a Friday: command not found" };
    });
  }
`;

test("/toolhealth counts failures by phase and code", async () => {
  await using server = await startModelServer([
    failingEdit,
    failingEdit,
    call("bash", { command: "exit 3" }),
    say("Done."),
  ]);
  await using workspace = await makeWorkspace(server.url, { files });
  await using rpc = await startRpc(workspace);
  await rpc.prompt("Go.");
  const shown = JSON.stringify(await rpc.prompt("/toolhealth"));
  expect(shown).toMatch(/preflight old_text_not_found\D+2/);
  expect(shown).toMatch(/execution exit_3\D+1/);
});
