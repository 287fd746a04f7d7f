import { expect, test } from "vitest";
import type { JournalEvent } from "../../src/memory/journal-event.ts";
import {
  call,
  hang,
  hasTmux,
  makeWorkspace,
  resultsOf,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startRpc,
  startTerminal,
} from "./rig/index.ts";
import { envelope, modelOf, verdictFile } from "./text-models.ts";

const settings = { textProtocol: { [modelOf("completions")]: true } };
const write = (path: string) => envelope("tagged-call", "write", { path, content: "x" });

test("a repaired call of the text is noted, recorded and counted like any other", async () => {
  await using server = await startModelServer([
    say(envelope("tagged-call", "write", { file_path: "a.txt", content: "x" })),
    say("Done."),
  ]);
  await using workspace = await makeWorkspace(server.url, { settings });
  const run = await runPiIn(workspace, server, {});
  expect(run.files).toEqual({ "a.txt": "x" });
  expect(run.requests[1]?.text).toContain("[tool call note] `file_path` was read as `path`; send `path`.");
  expect(run.requests[1]?.text).toContain(
    '<pi:call name=\\"write\\">{\\"path\\":\\"a.txt\\",\\"content\\":\\"x\\"}</pi:call>',
  );
  expect(JSON.stringify(run.messages)).toContain('"type":"tool_call_repair"');
  const events = run.agentFile("state/tool-recovery/events.jsonl")?.trim().split("\n") ?? [];
  expect(events.map((line) => JSON.parse(line) as JournalEvent)).toMatchObject([
    { type: "outcome", tool: "write", source: "protocol", outcome: "repaired", execution: "succeeded" },
    { type: "session-totals", calls: 1 },
  ]);
});

test("a refused body is explained to the model in a result", async () => {
  const run = await runPi({
    script: [say('<pi:call name="write">path: a.txt, @@</pi:call>'), say("Done.")],
    settings,
  });
  expect(run.files).toEqual({});
  expect(resultsOf(run.messages)).toMatchObject([{ tool: "write", failed: true }]);
  expect(run.requests[1]?.text).toMatch(/TOOL write FAILED\\n.*did not run/);
});

test("a call that the server has read from the text already runs once", async () => {
  const command = "echo once >> log.txt";
  const both = [say(envelope("tagged-call", "bash", { command })), call("bash", { command })];
  const run = await runPi({ script: [both, say("Done.")], settings });
  expect(run.files).toEqual({ "log.txt": "once\n" });
});

test("a failing call that is repeated meets the gate", async () => {
  const fail = say(envelope("tagged-call", "bash", { command: "exit 3" }));
  const run = await runPi({ script: [fail, fail, fail, say("Done.")], settings });
  const [first, ...others] = resultsOf(run.messages).map(({ text }) => text);
  expect(others.some((text) => text !== first)).toBe(true);
});

test("a session goes on after a compaction", async () => {
  await using server = await startModelServer(({ text }) => {
    if (text.includes("context summarization")) return say("A summary: a.txt was written.");
    if (text.includes("TOOL write OK")) return say("Done.");
    return say(write(text.includes("A summary") ? "b.txt" : "a.txt"));
  });
  await using workspace = await makeWorkspace(server.url, {
    settings,
    agentFiles: { "settings.json": JSON.stringify({ compaction: { keepRecentTokens: 1 } }) },
  });
  await using rpc = await startRpc(workspace);
  await rpc.prompt("Write a.txt.");
  await rpc.prompt("Thanks.");
  expect(await rpc.send({ type: "compact" })).toMatchObject({ success: true });
  await rpc.prompt("Write b.txt.");
  expect(await workspace.files()).toEqual({ "a.txt": "x", "b.txt": "x" });
  const last = server.requests.at(-1);
  expect(last?.text).toContain("A summary");
  expect(last?.text.split("To use a tool, write this")).toHaveLength(2);
  expect(last?.body).not.toHaveProperty("tools");
});

test("what the user switches off stays off for the rest of the session", async () => {
  await using server = await startModelServer([say(write("a.txt")), say("Done."), say(write("b.txt"))]);
  await using workspace = await makeWorkspace(server.url, { settings });
  const run = await runPiIn(workspace, server, { prompt: ["Go.", "/toolrecovery off", "Go on."] });
  expect(run.files).toEqual({ "a.txt": "x" });
  expect(run.requests.at(-1)?.body).toHaveProperty("tools");
  expect(run.requests.at(-1)?.traffic).toMatchObject([{ kind: "call", name: "write" }, { kind: "result" }]);
});

test.runIf(hasTmux)("Escape ends trials that a prompt has to wait for", async () => {
  await using server = await startModelServer([hang, say("Done.")]);
  await using workspace = await makeWorkspace(server.url, {
    agentFiles: verdictFile("completions", server.url, { kind: "invalid", at: 1, reason: "it did not hold" }),
  });
  await using terminal = await startTerminal(workspace);
  await terminal.type("Go.");
  await terminal.press("Enter");
  await terminal.waitFor("trying text protocol: tagged-call, calibration-1 (1)");
  await terminal.press("Escape");
  await terminal.waitGone("trying text protocol");
  await terminal.waitFor(/abort/i);
  expect(server.requests).toHaveLength(1);
});
