import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  call,
  extension,
  makeWorkspace,
  messagesIn,
  type Part,
  type RecordedRequest,
  type Run,
  resultsOf,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startRpc,
  unpaired,
  type Workspace,
} from "./rig/index.ts";

const files = { "a.txt": "one\n" };
const failingEdit = call("edit", { path: "a.txt", edits: [{ oldText: "missing", newText: "two" }] });
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

  test("full: output is replaced once the call ran again, and every request stays valid", async () => {
    const failingTest = call("bash", { command: "cat log; exit 1" });
    const log = `${"ok line\n".repeat(400)}error: the cause\n`;
    const script = [failingTest, failingTest, call("read", { path: "a.txt" }), failingTest, say("Done.")];
    const run = await runPi({ shape, files: { ...files, log }, settings: { failureMemory: "full" }, script });

    const sizes = run.requests.map((request) => resultTexts(request).map((text) => text.length > 2048));
    expect(sizes).toEqual([[], [true], [false, true], [false, true, false], [false, false, false, true]]);
    expect(JSON.parse(resultTexts(run.requests[2])[0] ?? "")).toMatchObject({
      failure_code: "exit_1",
      diagnostic: "error: the cause",
    });
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual(Array(5).fill([]));
    expect(resultsOf(run.messages).filter(({ text }) => text.includes("ok line"))).toHaveLength(3);
  });

  test("full: a large call that only repeats goes with its refusal", async () => {
    const big = call("edit", { path: "a.txt", edits: [{ oldText: "missing ".repeat(400), newText: "two" }] });
    const run = await runPi({
      shape,
      files,
      settings: { failureMemory: "full" },
      script: [big, big, big, say("Done.")],
    });
    expect(run.requests.map(({ traffic }) => traffic.length)).toEqual([0, 2, 2, 2]);
    expect(JSON.stringify(run.requests[3]?.body)).toContain("old_text_not_found");
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual(Array(4).fill([]));
    expect(resultsOf(run.messages)).toHaveLength(3);
  });

  test("full: requests stay valid through refusals, consolidation, a resumed session and a compaction", async () => {
    const noisy = call("bash", { command: "cat log; exit 1" });
    const bigEdit = call("edit", { path: "a.txt", edits: [{ oldText: "missing ".repeat(400), newText: "two" }] });
    const first = [
      noisy,
      [noisy, failingEdit],
      noisy,
      bigEdit,
      [bigEdit, bigEdit],
      [say("Hm."), failingEdit],
      say("One."),
    ];
    const second = [noisy, call("read", { path: "a.txt" }), noisy, say("Two.")];
    const turns = [...first, ...second, noisy, noisy, noisy, say("Three.")].values();
    await using server = await startModelServer(({ body }) =>
      hasTools(body) ? (turns.next().value ?? []) : say("Sum."),
    );
    const agentFiles = { "settings.json": JSON.stringify({ compaction: { keepRecentTokens: 300 } }) };
    const options = {
      files: { ...files, log: "ok line\n".repeat(400) },
      agentFiles,
      settings: { failureMemory: "full" },
    };
    await using workspace = await makeWorkspace(server.url, options);
    await runPiIn(workspace, server, { shape });
    await using rpc = await startRpc(workspace, { shape, args: ["-c"] });
    await rpc.prompt("Again.");
    expect(await rpc.send({ type: "compact" })).toMatchObject({ success: true });
    await rpc.prompt("And again.");
    expect(turns.next().done).toBe(true);
    expect(server.requests.flatMap(({ traffic }) => unpaired(traffic))).toEqual([]);
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

describe("a session that goes on without a new user turn", () => {
  test("is restored by another process", async () => {
    await using server = await startModelServer([failingEdit, say("One."), failingEdit, failingEdit, say("Two.")]);
    await using workspace = await makeWorkspace(server.url, { files });
    await runPiIn(workspace, server, { prompt: "first" });
    const run = await runPiIn(workspace, server, { ...(await driven(workspace)), args: ["-c"], prompt: "/go" });
    expect(refusalsIn(run.messages)).toEqual([false, true, true]);
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual([[], [], []]);
  });

  test("remembers what happened on its own branch", async () => {
    const once = [failingEdit, say("Done.")];
    await using server = await startModelServer([say("Hello."), ...once, ...once, ...once]);
    await using workspace = await makeWorkspace(server.url, { files });
    await using rpc = await startRpc(workspace, await driven(workspace));
    const leaf = async () => ((await rpc.send({ type: "get_entries" })).data as { leafId: string }).leafId;
    await rpc.prompt("Hi.");
    const start = await leaf();
    await rpc.prompt("/go");
    const failedThere = await leaf();
    await rpc.prompt(`/jump ${start}`);
    await rpc.prompt("/go");
    await rpc.prompt(`/jump ${failedThere}`);
    await rpc.prompt("/go");
    const results = resultsOf(messagesIn((await workspace.sessions())[0] ?? []));
    expect(results.map(({ text }) => text.startsWith('{"MUST":true'))).toEqual([false, false, true]);
  });

  test("is gated across a compaction", async () => {
    await using server = await startModelServer(({ body, traffic }) => {
      if (!hasTools(body)) return say("A summary.");
      return traffic.at(-1)?.kind === "result" ? say("Done.") : failingEdit;
    });
    const agentFiles = { "settings.json": JSON.stringify({ compaction: { keepRecentTokens: 1 } }) };
    await using workspace = await makeWorkspace(server.url, { files, agentFiles });
    await using rpc = await startRpc(workspace, await driven(workspace));
    await rpc.prompt("Hi.");
    expect(await rpc.send({ type: "compact" })).toMatchObject({ success: true });
    await rpc.prompt("/go");
    const results = resultsOf(messagesIn((await workspace.sessions())[0] ?? []));
    expect(results.map(({ text }) => text.startsWith('{"MUST":true'))).toEqual([false, true]);
    expect(server.requests.flatMap(({ traffic }) => unpaired(traffic))).toEqual([]);
  });
});

/** Loads, beside this extension, one that moves in the session and lets the model go on by a message of its own. */
async function driven(workspace: Workspace): Promise<{ readonly extensions: readonly string[] }> {
  const path = join(workspace.root, "drive.ts");
  await writeFile(path, DRIVER);
  return { extensions: [extension, path] };
}

const DRIVER = `
  export default function (pi) {
    pi.registerCommand("go", {
      description: "",
      handler: async (_args, ctx) => {
        pi.sendMessage({ customType: "go", content: "Go on.", display: false }, { triggerTurn: true });
        await new Promise((resolve) => setTimeout(resolve, 50));
        await ctx.waitForIdle();
      },
    });
    pi.registerCommand("jump", { description: "", handler: (id, ctx) => ctx.navigateTree(id, { summarize: false }) });
  }
`;

/** Summaries are asked for without tools. */
function hasTools(body: unknown): boolean {
  return typeof body === "object" && body !== null && "tools" in body;
}

function refusalsIn(messages: Parameters<typeof resultsOf>[0]): readonly boolean[] {
  return resultsOf(messages).map(({ text }) => text.startsWith('{"MUST":true'));
}

function resultTexts(request: RecordedRequest | undefined): readonly string[] {
  return (request?.traffic ?? []).flatMap((item) => (item.kind === "result" ? [item.text] : []));
}
