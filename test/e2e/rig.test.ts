import { describe, expect, test } from "vitest";
import {
  call,
  callsOf,
  hasTmux,
  makeWorkspace,
  reply,
  resultsOf,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startRpc,
  startTerminal,
  think,
} from "./rig/index.ts";

describe.each(["completions", "responses", "anthropic"] as const)("%s", (shape) => {
  test("a valid call runs and its result reaches the model", async () => {
    const run = await runPi({
      shape,
      script: [[say("Writing."), call("write", { path: "a.txt", content: "x" })], say("Done.")],
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: { "a.txt": "x" } });
    expect(callsOf(run.messages)).toEqual([{ name: "write", arguments: { path: "a.txt", content: "x" } }]);
    expect(run.requests[1]?.traffic).toMatchObject([{ kind: "call", name: "write" }, { kind: "result" }]);
  });

  test("thinking and parallel calls come through", async () => {
    const run = await runPi({
      shape,
      model: "thinker",
      mode: "json",
      files: { "a.txt": "alpha", "b.txt": "beta" },
      script: [[think("Both."), call("read", { path: "a.txt" }), call("read", { path: "b.txt" })], say("Done.")],
    });
    expect(resultsOf(run.messages).map(({ text }) => text)).toEqual(["alpha", "beta"]);
    expect(run.events.at(-1)?.type).toBe("agent_settled");
  });

  test("a reply that was cut off is failed by pi", async () => {
    const run = await runPi({ shape, script: [reply(call("read", '{"path": "a'), { stop: "length" }), say("Done.")] });
    expect(run.messages.find(({ role }) => role === "assistant")).toMatchObject({ stopReason: "length" });
    expect(resultsOf(run.messages)).toMatchObject([{ failed: true }]);
  });
});

test("a session goes on in a second run", async () => {
  await using server = await startModelServer([say("One."), say("Two.")]);
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, { prompt: "first" });
  const second = await runPiIn(workspace, server, { prompt: "second", args: ["-c"] });
  expect(second.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant"]);
  expect(second.requests).toHaveLength(1);
});

test("RPC mode answers commands and prompts", async () => {
  await using server = await startModelServer([say("Hello.")]);
  await using workspace = await makeWorkspace(server.url);
  await using rpc = await startRpc(workspace);
  const records = await rpc.prompt("Hi.");
  expect(records.at(-1)?.type).toBe("agent_settled");
  expect(await rpc.send({ type: "get_state" })).toMatchObject({ success: true });
});

test.runIf(hasTmux)("the terminal shows what the model says", async () => {
  await using server = await startModelServer([say("Hello from the model.")]);
  await using workspace = await makeWorkspace(server.url);
  await using terminal = await startTerminal(workspace, { width: 80, height: 30 });
  await terminal.type("Hi there.");
  await terminal.press("Enter");
  expect(await terminal.waitFor("Hello from the model.")).toContain("Hi there.");
});
