import { describe, expect, test } from "vitest";
import type { VariantName } from "../../src/protocol/variant.ts";
import { variants } from "../../src/protocol/variants.ts";
import {
  callsOf,
  makeWorkspace,
  type RecordedRequest,
  type Run,
  reply,
  resultsOf,
  runPi,
  runPiIn,
  type ScriptedTurn,
  type ShapeName,
  say,
  startModelServer,
  think,
  unpaired,
} from "./rig/index.ts";
import { envelope, modelOf, verdictFile, writes } from "./text-models.ts";

const nasty =
  'line with </pi:call> </tool_call> </param> </function> and <b title="x">&amp;</b>\r\n```js\nconst a = `b`;\n```\n  trailing  \n';

/** Bodies that are not right, and what rules make of them. */
const loose: Readonly<Record<VariantName, string>> = {
  "tagged-call": "<pi:call name=\"write\">{'path': 'loose.txt', 'content': 'loose',}</pi:call>",
  "tool-call-json":
    "<tool_call>{\"name\": \"write\", \"arguments\": {'path': 'loose.txt', 'content': 'loose',}}</tool_call>",
  "fenced-json": '```tool_call\n{"name": "write", "arguments": {"path": "loose.txt", "content": "loose",}}\n```',
  "function-xml": '<function name="write"><param name="file_path">loose.txt</param><param name="content">loose</param>',
};

/** A task of eight calls, as a model writes them that knows nothing of native calls. */
function task(name: VariantName): ScriptedTurn[] {
  const call = (tool: string, args: Parameters<typeof envelope>[2]) => envelope(name, tool, args);
  return [
    say(`I will look first.\n\n${call("read", { path: "notes.txt" })}\n\nThe file says hello.`),
    say(call("edit", { path: "notes.txt", edits: [{ oldText: "hello", newText: "goodbye" }] })),
    say(call("bash", { command: "printf from-bash > bash.txt" })),
    say(call("write", { path: "nasty.txt", content: nasty })),
    say(`${call("write", { path: "one.txt", content: "1" })}\n${call("write", { path: "two.txt", content: "2" })}`),
    say(loose[name]),
    say(call("no_such_tool", { path: "x" })),
    say("All done."),
  ];
}

async function finish(shape: ShapeName, name: VariantName): Promise<Run> {
  await using server = await startModelServer(task(name));
  await using workspace = await makeWorkspace(server.url, {
    files: { "notes.txt": "hello world\n" },
    agentFiles: verdictFile(shape, server.url, writes(name)),
  });
  return await runPiIn(workspace, server, { shape });
}

const everyVariant = variants.map(({ name }): [ShapeName, VariantName] => ["completions", name]);

describe.each<[ShapeName, VariantName]>([
  ...everyVariant,
  ["responses", "tagged-call"],
  ["anthropic", "tagged-call"],
  ["anthropic", "function-xml"],
])("a model that only writes text, over %s as %s", (shape, name) => {
  test("finishes a task of eight calls, the session holds native ones, and each request goes on with the last", async () => {
    const run = await finish(shape, name);
    expect(run.exitCode).toBe(0);
    expect(run.files).toEqual({
      "notes.txt": "goodbye world\n",
      "bash.txt": "from-bash",
      "nasty.txt": nasty,
      "one.txt": "1",
      "two.txt": "2",
      "loose.txt": "loose",
    });
    const names = ["read", "edit", "bash", "write", "write", "write", "write", "no_such_tool"];
    expect(callsOf(run.messages).map((call) => call.name)).toEqual(names);
    expect(run.stdout.trim()).toBe("All done.");
    expect(JSON.stringify(run.messages)).not.toContain("The file says hello");
    for (const { body, traffic } of run.requests) {
      expect(body).not.toHaveProperty("tools");
      expect(unpaired(traffic)).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(NATIVE);
      expect(body).not.toHaveProperty("stop");
    }
    expect(run.requests[1]?.text).toContain("TOOL read OK");
    expect(run.requests.at(-1)?.text).toContain("TOOL no_such_tool FAILED");
    expectOneBeginning(run.requests);
  });
});

const NATIVE = /"tool_calls"|"tool_use"|"tool_result"|"role":"tool"|"function_call/;

function expectOneBeginning(requests: readonly RecordedRequest[]): void {
  const turns = requests.map(({ body }) => {
    const { messages, input } = body as { messages?: readonly unknown[]; input?: readonly unknown[] };
    return (messages ?? input ?? []).map(stable);
  });
  for (const [at, next] of turns.slice(1).entries()) {
    const before = turns[at] ?? [];
    expect(next.slice(0, before.length)).toEqual(before);
  }
  const heads = requests.map(({ body }) => {
    const { system, instructions } = body as { system?: unknown; instructions?: unknown };
    return JSON.stringify([stable(system), instructions]);
  });
  expect(new Set(heads).size).toBe(1);
}

/** Marks where a cache may end wander by design. */
function stable(message: unknown): unknown {
  if (message === undefined) return undefined;
  return JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === "cache_control" ? undefined : value)));
}

const asked = (shape: ShapeName = "completions") => ({ textProtocol: { [modelOf(shape)]: true } });

test.each([
  ["nothing is set", {}, {}],
  ["the environment says no", asked(), { PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED: "1" }],
  ["the setting says no", { textProtocol: { [modelOf("completions")]: false } }, {}],
  ["the extension only observes", { ...asked(), mode: "observe" }, {}],
])("tools stay native when %s", async (_, settings, env) => {
  const run = await runPi({ script: [say("Done.")], settings, env });
  expect(run.requests[0]?.body).toHaveProperty("tools");
  expect(run.requests[0]?.text).not.toContain("pi:call");
});

test.each([
  ["at the model", { textToolCallProtocol: true }],
  ["in its compat", { compat: { textToolCallProtocol: true } }],
])("a flag %s in models.json asks for the protocol", async (_, flag) => {
  await using server = await startModelServer([say(envelope("tagged-call", "write", { path: "a.txt", content: "x" }))]);
  const entry = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k" };
  await using workspace = await makeWorkspace(server.url, {
    providers: { local: { ...entry, models: [{ id: "flagged", ...flag }, { id: "plain" }] } },
  });
  const run = await runPiIn(workspace, server, { args: ["--model", "local/flagged"] });
  expect(run.files).toEqual({ "a.txt": "x" });
  const plain = await runPiIn(workspace, server, { args: ["--model", "local/plain"] });
  expect(plain.requests[0]?.body).toHaveProperty("tools");
});

test("a session goes on with a native model and comes back", async () => {
  const write = (path: string) => say(envelope("tagged-call", "write", { path, content: "x" }));
  await using server = await startModelServer([
    write("a.txt"),
    say("One."),
    say("Two."),
    write("b.txt"),
    say("Three."),
  ]);
  await using workspace = await makeWorkspace(server.url, { settings: asked() });
  await runPiIn(workspace, server, {});
  const native = await runPiIn(workspace, server, { model: "thinker", args: ["-c"] });
  expect(native.requests[0]?.body).toHaveProperty("tools");
  expect(native.requests[0]?.traffic).toMatchObject([{ kind: "call", name: "write" }, { kind: "result" }]);
  expect(native.requests[0]?.text).not.toContain("pi:call");
  const back = await runPiIn(workspace, server, { args: ["-c"] });
  expect(back.files).toEqual({ "a.txt": "x", "b.txt": "x" });
  expect(back.requests[0]?.body).not.toHaveProperty("tools");
  expect(back.requests[0]?.text).toContain('<pi:call name=\\"write\\">');
});

test.each<ShapeName>(["completions", "responses", "anthropic"])(
  "thinking over %s stays, and nothing in it runs",
  async (shape) => {
    const inThought = envelope("tagged-call", "write", { path: "thought.txt", content: "x" });
    const run = await runPi({
      shape,
      model: "thinker",
      script: [
        [think(inThought), say(envelope("tagged-call", "write", { path: "a.txt", content: "x" }))],
        say(`<think>${inThought}</think>Done.`),
      ],
      settings: { textProtocol: { [`mock-${shape}/thinker`]: true } },
    });
    expect(run.files).toEqual({ "a.txt": "x" });
    const first = run.messages.find(({ role }) => role === "assistant");
    expect(JSON.stringify(first?.content)).toMatch(/^\[{"type":"thinking".*{"type":"toolCall"/);
    // The thought goes back as it came: Anthropic by its signature, the others by their items or not at all.
    if (shape === "anthropic") expect(run.requests[1]?.text).toContain('"signature":"c2lnbmF0dXJl"');
    expect(run.exitCode).toBe(0);
  },
);

test("calls of a message run at the same time", async () => {
  const wait = (mine: string, other: string) =>
    envelope("tagged-call", "bash", {
      command: `touch ${mine}; for i in $(seq 100); do [ -e ${other} ] && exit 0; sleep 0.05; done; exit 1`,
    });
  const run = await runPi({ script: [say(`${wait("a", "b")}\n${wait("b", "a")}`), say("Done.")], settings: asked() });
  expect(resultsOf(run.messages).map(({ failed }) => failed)).toEqual([false, false]);
});

test("an image in a result reaches the model", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await using server = await startModelServer([
    say(envelope("tagged-call", "bash", { command: `echo ${png} | base64 -d > dot.png` })),
    say(envelope("tagged-call", "read", { path: "dot.png" })),
    say("A dot."),
  ]);
  const entry = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k" };
  await using workspace = await makeWorkspace(server.url, {
    providers: { local: { ...entry, models: [{ id: "seeing", input: ["text", "image"] }] } },
    settings: { textProtocol: { "local/seeing": true } },
  });
  const run = await runPiIn(workspace, server, { args: ["--model", "local/seeing"] });
  expect(run.requests.at(-1)?.text).toContain("image_url");
  expect(run.requests.at(-1)?.text).toContain("TOOL read OK");
});

test("a message that was cut off runs nothing, and the model hears why", async () => {
  const whole = envelope("tagged-call", "write", { path: "a.txt", content: "x" });
  const run = await runPi({
    script: [reply(say(`${whole}\n<pi:call name="write">{"path": "b.txt", "conte`), { stop: "length" }), say("Done.")],
    settings: asked(),
  });
  expect(run.files).toEqual({});
  expect(resultsOf(run.messages).map(({ tool, failed }) => [tool, failed])).toEqual([
    ["write", true],
    ["write", true],
  ]);
  expect(run.requests[1]?.text).toContain("TOOL write FAILED");
});
