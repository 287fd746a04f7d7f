import { describe, expect, test } from "vitest";
import {
  call,
  callsOf,
  close,
  hang,
  hasTmux,
  makeWorkspace,
  type RecordedRequest,
  raw,
  redirect,
  reply,
  resultsOf,
  runPi,
  runPiIn,
  type ScriptedTurn,
  say,
  startModelServer,
  startRpc,
  startTerminal,
  status,
  think,
} from "./rig/index.ts";

const answer = (toolName: string, args: object) => JSON.stringify({ toolName, args });
const good = say(answer("write", { path: "a.txt", content: "x" }));
const script = [call("write", { quux: "a.txt", content: "x" }), say("Done.")];

/** A run whose refused calls go to an endpoint with a script of its own. */
async function runWith(turns: readonly ScriptedTurn[], options: Partial<Parameters<typeof runPi>[0]> = {}) {
  await using endpoint = await startModelServer(turns);
  const env = { TOOLRECOVERY_BASE_URL: endpoint.url, TOOLRECOVERY_API_KEY: "secret", ...options.env };
  const run = await runPi({ script, ...options, env });
  return { run, asked: endpoint.requests };
}

describe("a refused call is recovered", () => {
  test.each(["openai", "anthropic"])("by an endpoint that speaks %s", async (api) => {
    const { run, asked } = await runWith([reply(good, { usage: { input: 321, output: 45 } })], {
      env: { TOOLRECOVERY_API: api, TOOLRECOVERY_MODEL_ID: "small" },
    });
    expect(run.files).toEqual({ "a.txt": "x" });
    expect(callsOf(run.messages)).toMatchObject([{ name: "write", arguments: { path: "a.txt", content: "x" } }]);
    expect(run.requests[1]?.traffic).toMatchObject([
      { kind: "call", text: '{"path":"a.txt","content":"x"}' },
      { kind: "result" },
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ model: "small", shape: api === "openai" ? "completions" : "anthropic" });
    const result = run.messages.find(({ role }) => role === "toolResult");
    expect(result).toMatchObject({ usage: { input: 321, output: 45, totalTokens: 366 } });
    expect(run.stderr).toBe("");
  });

  test.each(["completions", "responses", "anthropic"] as const)("by a model pi knows, of %s", async (shape) => {
    const provider = `mock-${shape}`;
    const isRecovery = ({ model }: RecordedRequest) => model === "thinker";
    const mainTurns = [...script];
    const run = await runPi({
      shape,
      settings: { model: { provider, id: "thinker" } },
      script: (request) =>
        isRecovery(request)
          ? shape === "anthropic"
            ? [think("hm"), call("corrected_call", { toolName: "write", args: { path: "a.txt", content: "x" } })]
            : [think('{"toolName":"bash","args":{}}'), good]
          : (mainTurns.shift() ?? say("over")),
    });
    expect(run.files).toEqual({ "a.txt": "x" });
    const asked = run.requests.filter(isRecovery);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toMatch(shape === "anthropic" ? /"tool_choice"/ : /"json_schema"/);
    expect(run.messages.find(({ role }) => role === "toolResult")).toMatchObject({ usage: { input: 100, output: 20 } });
  });

  test("the endpoint of the environment wins over the chosen model", async () => {
    const { run, asked } = await runWith([good], {
      settings: { model: { provider: "mock-completions", id: "thinker" } },
    });
    expect(run.files).toEqual({ "a.txt": "x" });
    expect(asked).toHaveLength(1);
    expect(run.requests).toHaveLength(2);
  });

  test("a format the endpoint refuses is not tried twice", async () => {
    const turns = [status(400), status(400), status(400), good, say(answer("write", { path: "b", content: "y" }))];
    const { run, asked } = await runWith(turns, {
      script: [
        call("write", { quux: "a.txt", content: "x" }),
        call("write", { zork: "b", content: "y" }),
        say("Done."),
      ],
    });
    expect(run.files).toEqual({ "a.txt": "x", b: "y" });
    expect(asked).toHaveLength(5);
  });
});

test("a later session does not try the refused format either", async () => {
  const turns = [status(400), status(400), good, say(answer("bash", { command: "echo hi" }))];
  await using endpoint = await startModelServer(turns);
  await using main = await startModelServer([...script, call("bash", { zork: "echo hi" }), say("Done.")]);
  await using workspace = await makeWorkspace(main.url, { env: { TOOLRECOVERY_BASE_URL: endpoint.url } });
  await runPiIn(workspace, main, {});
  await runPiIn(workspace, main, {});
  expect(
    endpoint.requests.map(({ body }) => (body as { response_format?: { type: string } }).response_format?.type),
  ).toEqual(["json_schema", "json_object", "json_object", "json_object"]);
});

describe("the turn goes on with the error", () => {
  const faults: readonly (readonly [string, readonly ScriptedTurn[], string])[] = [
    ["401", [status(401)], "endpoint"],
    ["429", [status(429)], "endpoint"],
    ["500", [status(500)], "endpoint"],
    ["a closed connection", [close], "endpoint"],
    ["a hang before the headers", [hang], "endpoint"],
    ["a slow body", [reply(good, { pieceMs: 10_000 })], "endpoint"],
    ["an empty answer", [say(""), say("")], "reply"],
    ["prose", [say("I would rename it."), say("Really.")], "reply"],
    ["invalid JSON", [say('{"toolName": "write", "args": {'), say("{")], "reply"],
    ["a wrong tool", [say(answer("bash", { command: "x" })), say(answer("nope", {}))], "tool"],
    [
      "valid JSON that fails the schema",
      [say(answer("write", { path: "a.txt" })), say(answer("write", { path: 1 }))],
      "schema",
    ],
    [
      "an invented value",
      [say(answer("write", { path: "b.txt", content: "x" })), say(answer("write", { path: "/etc/x", content: "x" }))],
      "nothing-invented",
    ],
    ["five megabytes", [say("x".repeat(5_000_000))], "endpoint"],
    ["a page", [raw("<html></html>", "text/html"), raw("<html></html>", "text/html")], "reply"],
  ];
  test.each(faults)("%s", async (_name, turns, gate) => {
    const { run } = await runWith(turns, { env: { TOOLRECOVERY_TIMEOUT_MS: "400" } });
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: {} });
    expect(resultsOf(run.messages)).toMatchObject([{ failed: true }]);
    expect(JSON.stringify(run.messages)).toContain(`"gate":"${gate}"`);
    expect(JSON.stringify(run.messages) + run.stderr).not.toContain("secret");
  });

  test("nothing listens", async () => {
    const run = await runPi({ script, env: { TOOLRECOVERY_BASE_URL: "http://127.0.0.1:9/v1" } });
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: {} });
    expect(JSON.stringify(run.messages)).toContain('"gate":"endpoint"');
  });

  test("a redirect to another host", async () => {
    await using other = await startModelServer([good]);
    const { run } = await runWith([redirect(`${other.url}/v1/chat/completions`)]);
    expect(run.files).toEqual({});
    expect(other.requests).toEqual([]);
  });

  test("an address that is none", async () => {
    const run = await runPi({ script, env: { TOOLRECOVERY_BASE_URL: "ftp://x" } });
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: {} });
  });
});

describe("nobody is asked", () => {
  test.each([
    ["about a valid call", [call("write", { path: "a.txt", content: "x" }), say("Done.")], "a.txt"],
    ["about a call the rules settle", [call("write", { filename: "a.txt", content: "x" }), say("Done.")], "a.txt"],
    ["about a cut-off call", [call("write", '{"path": "a.txt", "content": "x'), say("Done.")], undefined],
  ])("%s", async (_name, turns, file) => {
    const { run, asked } = await runWith([good], { script: turns });
    expect(asked).toEqual([]);
    expect(Object.keys(run.files)).toEqual(file === undefined ? [] : [file]);
  });

  test("while only observing, or switched off", async () => {
    for (const settings of [{ mode: "observe" }, { enabled: false }]) {
      const { asked, run } = await runWith([good], { settings });
      expect([asked.length, run.files]).toEqual([0, {}]);
    }
  });

  test("more often than the session allows, and the user is told", async () => {
    const turns = [call("write", { quux: "a", content: "1" }), call("bash", { zork: "echo hi" }), say("Done.")];
    const { run, asked } = await runWith([say(answer("write", { path: "a", content: "1" }))], {
      script: turns,
      settings: { maxRecoveries: 1 },
    });
    expect(asked).toHaveLength(1);
    expect(run.stderr).toContain('"maxRecoveries"');
  });
});

test("the same slip ten times costs one question, and a later session pays nothing", async () => {
  const slips = Array.from({ length: 10 }, (_, index) => call("write", { quux: `f${index}.txt`, content: `${index}` }));
  await using endpoint = await startModelServer([say(answer("write", { path: "f0.txt", content: "0" }))]);
  await using main = await startModelServer([
    ...slips,
    say("Done."),
    call("write", { quux: "later.txt", content: "z" }),
    say("Done."),
  ]);
  await using workspace = await makeWorkspace(main.url, { env: { TOOLRECOVERY_BASE_URL: endpoint.url } });
  await runPiIn(workspace, main, {});
  expect(Object.keys(await workspace.files())).toHaveLength(10);
  expect(endpoint.requests).toHaveLength(1);
  await runPiIn(workspace, main, {});
  expect(await workspace.files()).toMatchObject({ "later.txt": "z" });
  expect(endpoint.requests).toHaveLength(1);
  const state = (await workspace.agentFiles())["state/tool-recovery/learned.json"] ?? "";
  expect(state).toContain("learned:write:");
  expect(state).not.toMatch(/f0\.txt/);
});

test("status, log and removal of what was learned, over RPC", async () => {
  await using endpoint = await startModelServer([good, say("no"), say("no")]);
  await using main = await startModelServer([...script, call("bash", { zork: "ls" }), say("Done.")]);
  await using workspace = await makeWorkspace(main.url, { env: { TOOLRECOVERY_BASE_URL: endpoint.url } });
  await using rpc = await startRpc(workspace);
  await rpc.prompt("Go.");
  await rpc.prompt("Go on.");
  const said = async (text: string) => JSON.stringify(await rpc.prompt(text));
  expect(await said("/toolrecovery status")).toMatch(/asked 2 of 50 times \(\d+ tokens in/);
  expect(await said("/toolrecovery log")).toContain("reply");
  const learned = /learned:write:[\da-f]+/.exec(
    (await workspace.agentFiles())["state/tool-recovery/learned.json"] ?? "",
  )?.[0];
  expect(await said(`/toolrule-remove mock-completions/main ${learned}`)).toContain(learned);
  expect((await workspace.agentFiles())["state/tool-recovery/learned.json"]).not.toContain(String(learned));
});

test.runIf(hasTmux)("the footer says who is waited for, and Esc ends it at once", async () => {
  await using endpoint = await startModelServer([hang]);
  await using main = await startModelServer([script[0] ?? good]);
  await using workspace = await makeWorkspace(main.url, { env: { TOOLRECOVERY_BASE_URL: endpoint.url } });
  await using terminal = await startTerminal(workspace, { width: 100, height: 30 });
  await terminal.type("Go.");
  await terminal.press("Enter");
  await terminal.waitFor("recovering write…");
  await terminal.press("Escape");
  const screen = await terminal.waitFor(/abort/i);
  expect(screen).not.toContain("recovering write");
});
