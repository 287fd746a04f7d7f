import { describe, expect, test } from "vitest";
import {
  call,
  callsOf,
  close,
  hang,
  hasTmux,
  makeWorkspace,
  type RecordedRequest,
  type Run,
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
    ["401", [status(401)], "it answered HTTP 401: the key is missing or wrong"],
    ["429", [status(429)], "it answered HTTP 429"],
    ["500", [status(500)], "it answered HTTP 500"],
    ["a closed connection", [close], "it cannot be reached"],
    ["an empty answer", [say(""), say("")], '"gate":"reply"'],
    ["prose", [say("I would rename it."), say("Really.")], '"gate":"reply"'],
    ["invalid JSON", [say('{"toolName": "write", "args": {'), say("{")], '"gate":"reply"'],
    ["a wrong tool", [say(answer("bash", { command: "x" })), say(answer("nope", {}))], '"gate":"tool"'],
    [
      "valid JSON that fails the schema",
      [say(answer("write", { path: "a.txt" })), say(answer("write", { path: 1 }))],
      '"gate":"schema"',
    ],
    [
      "an invented value",
      [say(answer("write", { path: "b.txt", content: "x" })), say(answer("write", { path: "/etc/x", content: "x" }))],
      '"gate":"nothing-invented"',
    ],
    ["five megabytes", [say("x".repeat(5_000_000))], "its reply is longer than"],
    ["a page", [raw("<html></html>", "text/html"), raw("<html></html>", "text/html")], '"gate":"reply"'],
  ];
  test.each(faults)("%s", async (_name, turns, why) => {
    const { run } = await runWith(turns);
    expectError(run, why);
  });

  /** Only these wait for the deadline. */
  const slow: readonly (readonly [string, ScriptedTurn])[] = [
    ["a hang before the headers", hang],
    ["a body that comes too slowly", reply(good, { pieceMs: 5_000 })],
  ];
  test.each(slow)("%s", async (_name, turn) => {
    const { run } = await runWith([turn], { env: { TOOLRECOVERY_TIMEOUT_MS: "400" } });
    expectError(run, "it did not answer in time");
  });

  test("two calls of one message share the deadline of an endpoint that hangs", async () => {
    const slips = [call("write", { quux: "a.txt", content: "x" }), call("write", { quux: "b.txt", content: "y" })];
    const { run, asked } = await runWith([hang, good], {
      script: [slips, say("Done.")],
      env: { TOOLRECOVERY_TIMEOUT_MS: "400" },
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: {} });
    expect(resultsOf(run.messages)).toMatchObject([{ failed: true }, { failed: true }]);
    expect(asked.length).toBeLessThan(2);
  });

  test("nothing listens", async () => {
    const gone = await startModelServer([]);
    await gone[Symbol.asyncDispose]();
    expectError(await runPi({ script, env: { TOOLRECOVERY_BASE_URL: gone.url } }), "ECONNREFUSED");
  });

  test("a redirect to another host", async () => {
    await using other = await startModelServer([good]);
    const { run } = await runWith([redirect(`${other.url}/v1/chat/completions`)]);
    expectError(run, "redirects to another host");
    expect(other.requests).toEqual([]);
  });

  test("an address that is none", async () => {
    const run = await runPi({ script, env: { TOOLRECOVERY_BASE_URL: "ftp://x" } });
    expectError(run, "");
  });

  const ofModel: readonly (readonly [string, ScriptedTurn, string])[] = [
    ["401", status(401), "it answered HTTP 401"],
    ["429", status(429), "it answered HTTP 429"],
    ["500", status(500), "it answered HTTP 500"],
    ["a closed connection", close, "it cannot be reached"],
    ["a hang before the headers", hang, "it did not answer in time"],
    ["a stream that comes too slowly", reply(good, { pieceMs: 5_000 }), "it did not answer in time"],
    ["prose", say("I would rename it."), '"gate":"reply"'],
    ["an empty answer", say(""), '"gate":"reply"'],
    ["a wrong tool", say(answer("nope", {})), '"gate":"tool"'],
    ["valid JSON that fails the schema", say(answer("write", { path: "a.txt" })), '"gate":"schema"'],
  ];
  test.each(ofModel)("of a model pi knows: %s", async (_name, turn, why) => {
    const mainTurns = [...script];
    const isSlow = why.includes("in time");
    const run = await runPi({
      settings: { model: { provider: "mock-completions", id: "thinker" } },
      env: isSlow ? { TOOLRECOVERY_TIMEOUT_MS: "400" } : {},
      script: ({ model }) => (model === "thinker" ? turn : (mainTurns.shift() ?? say("over"))),
    });
    expectError(run, why);
  });

  /** The model reads what is wrong, briefly, and the run goes on; nothing of the key is kept or shown. */
  function expectError(run: Run, why: string): void {
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n", files: {} });
    expect(resultsOf(run.messages)).toMatchObject([{ tool: "write", failed: true }]);
    expect(resultsOf(run.messages)[0]?.text).toMatch(/^Invalid arguments for tool "write": [\s\S]*\bpath\b/);
    expect(resultsOf(run.messages)[0]?.text.length).toBeLessThan(600);
    expect(JSON.stringify(run.messages) + run.stderr).toContain(why);
    expect(JSON.stringify(run.messages) + run.stderr).not.toContain("secret");
  }
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
  expect(await said(`/toolrule-remove mock-completions/main ${learned}`)).toContain("has no rule");
});

test("a learned repair that was used is removed for good", async () => {
  const slips = ["a", "b", "c", "d"].map((path) => call("write", { quux: path, content: "x" }));
  const answers = ["a", "c", "d"].map((path) => say(answer("write", { path, content: "x" })));
  await using endpoint = await startModelServer(answers);
  await using main = await startModelServer(slips.flatMap((slip) => [slip, say("Done.")]));
  await using workspace = await makeWorkspace(main.url, { env: { TOOLRECOVERY_BASE_URL: endpoint.url } });
  await runPiIn(workspace, main, {});
  await runPiIn(workspace, main, {});
  expect(endpoint.requests).toHaveLength(1);
  const learned = /learned:write:[\da-f]+/.exec(
    (await workspace.agentFiles())["state/tool-recovery/learned.json"] ?? "",
  )?.[0];
  await runPiIn(workspace, main, { prompt: `/toolrule-remove mock-completions/main ${learned}` });
  await runPiIn(workspace, main, {});
  await runPiIn(workspace, main, {});
  expect(endpoint.requests).toHaveLength(3);
  expect(Object.keys(await workspace.files())).toEqual(["a", "b", "c", "d"]);
});

/** Writes down when each run ended, in milliseconds since the epoch. */
const CLOCK = `
  import { appendFileSync } from "node:fs";
  export default (pi) => pi.on("agent_end", () => appendFileSync("ended", Date.now() + "\\n"));
`;

describe.runIf(hasTmux)("while a recovery is slow, the footer says who is waited for, and Esc ends it", () => {
  test.each([
    ["before the headers", hang],
    ["in the middle of the body", reply(good, { pieceMs: 15_000 })],
  ])("%s, within 300 ms", async (_name, turn) => {
    await using endpoint = await startModelServer(() => turn);
    await using main = await startModelServer(() => script[0] ?? good);
    await using workspace = await makeWorkspace(main.url, {
      env: { TOOLRECOVERY_BASE_URL: endpoint.url },
      files: { "clock.mjs": CLOCK },
    });
    await using terminal = await startTerminal(workspace, { width: 100, height: 30, args: ["-e", "clock.mjs"] });
    const waits: number[] = [];
    // A busy machine may be slow once; an extension that waits for something is slow every time.
    for (let round = 1; round <= 5 && !waits.some((wait) => wait < 300); round++) {
      await terminal.type("Go.");
      await terminal.press("Enter");
      await terminal.waitFor("recovering write…");
      const pressed = Date.now();
      await terminal.press("Escape");
      await expect.poll(async () => endsIn(await workspace.files()), { timeout: 15_000 }).toHaveLength(round);
      waits.push((endsIn(await workspace.files()).at(-1) ?? 0) - pressed);
      await terminal.waitGone("recovering write");
      expect(await terminal.waitFor(/abort/i)).not.toContain("a.txt:");
    }
    expect(Math.min(...waits)).toBeLessThan(300);
    expect(Object.keys(await workspace.files()).toSorted()).toEqual(["clock.mjs", "ended"]);
    expect(endpoint.requests.every(({ dropped }) => dropped)).toBe(true);
  });

  function endsIn(files: Readonly<Record<string, string>>): readonly number[] {
    return (files.ended ?? "").split("\n").filter(Boolean).map(Number);
  }
});
