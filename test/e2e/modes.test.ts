import { expect, test } from "vitest";
import { call, hasTmux, makeWorkspace, runPi, say, startModelServer, startRpc, startTerminal } from "./rig/index.ts";

const script = [call("write", { filename: "a.txt", content: "alpha\n" }), say("Done.")];
const corrected = { type: "toolCall", name: "write", arguments: { path: "a.txt", content: "alpha\n" } };

test("print mode: the answer on stdout, nothing on stderr", async () => {
  const run = await runPi({ script });
  expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", stderr: "", files: { "a.txt": "alpha\n" } });
});

test("JSON mode: only records on stdout, and the corrected call in them", async () => {
  const run = await runPi({ script, mode: "json" });
  expect(run.stdout.trimEnd().split("\n")).toHaveLength(run.events.length);
  const ended = run.events.filter(({ type }) => type === "message_end").map(({ message }) => message);
  expect(ended).toContainEqual(
    expect.objectContaining({ role: "assistant", content: [expect.objectContaining(corrected)] }),
  );
  expect(run.events).toContainEqual(
    expect.objectContaining({ type: "tool_execution_start", toolName: "write", args: corrected.arguments }),
  );
});

test("RPC mode: clients see the corrected call", async () => {
  await using server = await startModelServer(script);
  await using workspace = await makeWorkspace(server.url);
  await using rpc = await startRpc(workspace);
  const records = await rpc.prompt("Go.");
  expect(await workspace.files()).toEqual({ "a.txt": "alpha\n" });
  expect(records).toContainEqual(
    expect.objectContaining({ type: "tool_execution_end", toolName: "write", isError: false }),
  );
  const { data } = await rpc.send({ type: "get_messages" });
  expect(JSON.stringify(data)).toContain(JSON.stringify(corrected.arguments));
});

test.runIf(hasTmux)("terminal: the call's row and the answer show, and the file is written", async () => {
  await using server = await startModelServer(script);
  await using workspace = await makeWorkspace(server.url);
  await using terminal = await startTerminal(workspace, { width: 80, height: 30 });
  await terminal.type("Go.");
  await terminal.press("Enter");
  const screen = await terminal.waitFor("Done.");
  expect(screen).toMatch(/write .*a\.txt/);
  expect(await workspace.files()).toEqual({ "a.txt": "alpha\n" });
});

test("the kill switch turns everything off", async () => {
  const run = await runPi({ script, env: { PI_TOOL_REPAIR_DISABLED: "1" } });
  expect(run.files).toEqual({});
});

test.each([{ enabled: false }, { mode: "observe" }])("with %o nothing is changed", async (settings) => {
  const run = await runPi({ script, settings });
  expect(run.files).toEqual({});
  expect(JSON.stringify(run.requests[1]?.body)).toContain("filename");
});
