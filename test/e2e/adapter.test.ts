import { describe, expect, test } from "vitest";
import {
  call,
  callsOf,
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

/** Names no rule knows, so that these tests say nothing about the rules. */
const settings = {
  teach: false,
  aliases: { write: { path: ["zpath"], content: ["zbody"] }, read: { path: ["zpath"] } },
};
const broken = (path: string) => call("write", { zpath: path, zbody: "x" });

describe.each(["completions", "responses", "anthropic"] as const)("%s", (shape) => {
  test("parallel calls, some of them broken: the files, the session and the next request are right", async () => {
    const run = await runPi({
      shape,
      settings,
      script: [
        [
          broken("a.txt"),
          call("write", { path: "b.txt", content: "y" }),
          call("write", { path: "c.txt", content: null }),
        ],
        say("Done."),
      ],
    });
    expect(run.files).toEqual({ "a.txt": "x", "b.txt": "y" });
    expect(callsOf(run.messages)).toEqual([
      { name: "write", arguments: { path: "a.txt", content: "x" } },
      { name: "write", arguments: { path: "b.txt", content: "y" } },
      { name: "write", arguments: { path: "c.txt", content: null } },
    ]);
    expect(resultsOf(run.messages).map(({ failed }) => failed)).toEqual([false, false, true]);
    expect(run.requests[1]?.text).not.toContain("zpath");
    expect(run.requests[1]?.text).toContain("null where a value is needed");
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("an unknown tool is answered with the tools there are", async () => {
    const run = await runPi({ shape, settings, script: [call("zzz_quux", { a: 1 }), say("Done.")] });
    const answer = run.requests[1]?.traffic.find(({ kind }) => kind === "result");
    expect(answer?.text).toContain("`bash`");
    expect(answer?.text).not.toContain("not found");
  });
});

test("diagnostics reach the JSON stream and the session file, without values", async () => {
  const run = await runPi({ settings, mode: "json", script: [broken("secret.txt"), say("Done.")] });
  const entry = { type: "tool_call_repair", details: { tool: "write", outcome: "repaired", rules: ["user-alias"] } };
  const inStream = run.events
    .filter(({ type }) => type === "message_end")
    .flatMap(({ message }) => diagnosticsOf(message));
  const inSession = run.messages.flatMap(diagnosticsOf);
  for (const found of [inStream, inSession]) {
    expect(found).toMatchObject([entry]);
    expect(JSON.stringify(found)).not.toContain("secret");
  }
});

test("commands answer in print mode, and leave stdout alone", async () => {
  const run = await runPi({ settings, script: [], prompt: "/toolrecovery status" });
  expect(run).toMatchObject({ exitCode: 0, stdout: "" });
  expect(run.stderr).toContain("Tool recovery is on.");
  expect(run.requests).toEqual([]);
});

test("in RPC mode the model is chosen by a dialog", async () => {
  await using server = await startModelServer([]);
  await using workspace = await makeWorkspace(server.url);
  await using rpc = await startRpc(workspace);
  rpc.post({ type: "prompt", message: "/toolrecovery-model", id: "choose" });
  const request = await rpc.waitFor(({ method }) => method === "select", { since: 0 });
  expect(request.options).toEqual(expect.arrayContaining(["none (current)", "mock-completions/main"]));
  rpc.post({ type: "extension_ui_response", id: String(request.id), value: "mock-completions/main" });
  await rpc.waitFor((record) => record.method === "notify", { since: 0 });
  expect(JSON.parse((await workspace.agentFiles())["tool-recovery.json"] ?? "")).toEqual({
    model: { provider: "mock-completions", id: "main" },
  });
});

test("off and on last from one run to the next", async () => {
  await using server = await startModelServer([broken("a.txt"), say("Done."), broken("b.txt"), say("Done.")]);
  await using workspace = await makeWorkspace(server.url, { settings });
  await runPiIn(workspace, server, { prompt: "/toolrecovery off" });
  await runPiIn(workspace, server, { prompt: "Go." });
  expect(await workspace.files()).toEqual({});
  await runPiIn(workspace, server, { prompt: "/toolrecovery on" });
  await runPiIn(workspace, server, { prompt: "Go." });
  expect(await workspace.files()).toEqual({ "b.txt": "x" });
});

test("a resumed session counts on", async () => {
  await using server = await startModelServer([broken("a.txt"), say("Done."), broken("b.txt"), say("Done.")]);
  await using workspace = await makeWorkspace(server.url, { settings });
  await runPiIn(workspace, server, { prompt: "Go." });
  await runPiIn(workspace, server, { prompt: "Go on.", args: ["-c"] });
  const { stderr } = await runPiIn(workspace, server, { prompt: "/toolrecovery status", args: ["-c"] });
  expect(stderr).toContain("2 calls checked, 2 repaired");
});

test("no file of the project has a say", async () => {
  const run = await runPi({
    settings,
    files: { ".pi/tool-recovery.json": JSON.stringify({ enabled: false }) },
    script: [broken("a.txt"), say("Done.")],
  });
  expect(run.files["a.txt"]).toBe("x");
});

describe.runIf(hasTmux)("terminal", () => {
  test("the picker opens, filters, and the choice is kept and marked", async () => {
    await using server = await startModelServer([]);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace, { width: 100, height: 40 });
    await terminal.type("/toolrecovery-model");
    await terminal.press("Enter");
    await terminal.waitFor("Model for tool call recovery");
    await terminal.type("anthr think");
    await terminal.waitGone("mock-completions/main");
    await terminal.press("Enter");
    await terminal.waitFor("Recovery model: mock-anthropic/thinker");
    expect(JSON.parse((await workspace.agentFiles())["tool-recovery.json"] ?? "")).toEqual({
      model: { provider: "mock-anthropic", id: "thinker" },
    });
    await terminal.enter("/toolrecovery-model");
    await terminal.waitFor("→ ✓ mock-anthropic/thinker");
    await terminal.press("Escape");
    await terminal.waitGone("Model for tool call recovery");
  });

  test.each([40, 80])("the picker fits into %d columns", async (width) => {
    await using server = await startModelServer([]);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace, { width: 80, height: 30 });
    await terminal.resize(width, 30);
    await terminal.enter("/toolrecovery-model");
    await terminal.waitFor(/Model for tool call recovery[\s\S]*rules only/);
    await terminal.press("Down", "Enter");
    await terminal.waitFor(/Recovery model:\s+mock-/);
  });

  test("the row of the call shows the corrected arguments", async () => {
    await using server = await startModelServer([broken("a.txt"), say("Done.")]);
    await using workspace = await makeWorkspace(server.url, { settings });
    await using terminal = await startTerminal(workspace, { width: 80, height: 30 });
    await terminal.type("Go.");
    await terminal.press("Enter");
    expect(await terminal.waitFor("Done.")).toMatch(/write .*a\.txt/);
  });

  test("after /reload and /new nothing is stale", async () => {
    await using server = await startModelServer([
      broken("a.txt"),
      say("One."),
      broken("b.txt"),
      say("Two."),
      broken("c.txt"),
      say("Three."),
    ]);
    await using workspace = await makeWorkspace(server.url, { settings });
    await using terminal = await startTerminal(workspace, { width: 100, height: 40 });
    for (const [command, answer] of [
      ["", "One."],
      ["/reload", "Two."],
      ["/new", "Three."],
    ] as const) {
      if (command !== "") {
        await terminal.enter(command);
        await terminal.waitFor(command === "/new" ? "New session started" : /Reloaded/i);
      }
      await terminal.type("Go.");
      await terminal.press("Enter");
      await terminal.waitFor(answer);
    }
    expect(await workspace.files()).toEqual({ "a.txt": "x", "b.txt": "x", "c.txt": "x" });
    await terminal.enter("/toolrecovery status");
    await terminal.waitFor("1 calls checked, 1 repaired");
    expect(await terminal.history()).not.toMatch(/stale|failed/i);
  });

  test("an extension's tool without a shim is repaired at its first broken call", async () => {
    await using server = await startModelServer([call("probe", { zgoal: "here" }), say("Done.")]);
    await using workspace = await makeWorkspace(server.url, {
      settings: { teach: false, aliases: { probe: { target: ["zgoal"] } } },
      files: { "probe.ts": PROBE },
    });
    await using terminal = await startTerminal(workspace, { width: 100, height: 40, args: ["-e", "probe.ts"] });
    await terminal.type("Go.");
    await terminal.press("Enter");
    await terminal.waitFor("Done.");
    expect(JSON.stringify(server.requests[1]?.traffic)).toContain("ran with here");
  });
});

const PROBE = `
  export default function (pi) {
    pi.registerTool({
      name: "probe",
      label: "probe",
      description: "Probes a target.",
      parameters: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
      execute: async (_id, { target }) => ({ content: [{ type: "text", text: "ran with " + target }], details: {} }),
    });
  }
`;

function diagnosticsOf(message: unknown): readonly unknown[] {
  return typeof message === "object" &&
    message !== null &&
    "diagnostics" in message &&
    Array.isArray(message.diagnostics)
    ? message.diagnostics
    : [];
}
