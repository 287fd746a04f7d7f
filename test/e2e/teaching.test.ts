import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  call,
  makeWorkspace,
  type RecordedRequest,
  resultsOf,
  runPi,
  runPiIn,
  type ScriptedTurn,
  say,
  startModelServer,
  startRpc,
} from "./rig/index.ts";

const NOTE = "[tool call note] `file_path` was read as `path`; send `path`.";
const RULE = "- Name parameters exactly as the tool declares them: `path`, not `file_path`.";

/** How many results the model has got since the last message of the user. */
function turnOf({ body }: RecordedRequest): number {
  const { messages } = body as { messages: readonly { role: string }[] };
  return messages.slice(messages.findLastIndex(({ role }) => role === "user")).filter(({ role }) => role === "tool")
    .length;
}

/** Writes three files a prompt. `key` chooses the name of the path parameter, given all that the model has read. */
function writer(key: (read: string) => string): (request: RecordedRequest) => ScriptedTurn {
  return (request) => {
    const turn = turnOf(request);
    if (turn === 3) return say("Done.");
    return call("write", { [key(request.text)]: `f${turn}.txt`, content: "x" });
  };
}

const heedsNotes = (read: string) =>
  read.includes("send `path`.") || read.includes("`path`, not `file_path`") ? "path" : "file_path";
const heedsRules = (read: string) => (read.includes("`path`, not `file_path`") ? "path" : "file_path");
const heedsNothing = () => "file_path";

const systemOf = ({ body }: RecordedRequest) =>
  (body as { messages: readonly { content: string }[] }).messages[0]?.content ?? "";
const slipsIn = (requests: readonly RecordedRequest[]) => {
  const last = requests.at(-1);
  return last?.traffic.filter(({ kind, text }) => kind === "result" && text.includes("[tool call note]")).length ?? 0;
};

test("a model that reads notes makes the slip once", async () => {
  const run = await runPi({ script: writer(heedsNotes) });
  expect(resultsOf(run.messages).map(({ text }) => text.includes(NOTE))).toEqual([true, false, false]);
  expect(run.requests[1]?.traffic.at(-1)?.text).toBe(`Successfully wrote to f0.txt\n${NOTE}`);
  expect(run.files).toEqual({ "f0.txt": "x", "f1.txt": "x", "f2.txt": "x" });
  expect(run.stderr).toBe("");
});

test("a model that reads only its system prompt makes the slip in the first session and never again", async () => {
  await using server = await startModelServer(writer(heedsRules));
  await using workspace = await makeWorkspace(server.url);

  const first = await runPiIn(workspace, server, {});
  expect(systemOf(first.requests[0] as RecordedRequest)).not.toContain("tool_call_rules");
  const state = JSON.parse((await workspace.agentFiles())["state/tool-recovery/adaptation.json"] ?? "");
  expect(state.data.models[0]).toMatchObject({
    provider: "mock-completions",
    model: "main",
    baseUrl: `${server.url}/v1`,
    tallies: { sessions: 1, calls: 3, repaired: 3 },
  });

  for (let session = 0; session < 2; session++) {
    const later = await runPiIn(workspace, server, {});
    expect(systemOf(later.requests[0] as RecordedRequest)).toContain(
      `<tool_call_rules>\nSome of your earlier tool calls had to be corrected. From now on:\n${RULE}\n</tool_call_rules>`,
    );
    expect(
      later.requests
        .at(-1)
        ?.traffic.filter(({ kind }) => kind === "call")
        .map(({ text }) => JSON.parse(text).path),
    ).toEqual(["f0.txt", "f1.txt", "f2.txt"]);
    expect(slipsIn(later.requests)).toBe(0);
    expect(JSON.stringify(later.session)).not.toContain("tool_call_repair");
  }
});

test("the prefix of the request stays the same to the byte, over the turns and the runs of a session", async () => {
  await using server = await startModelServer(writer(heedsNothing));
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, {});
  await runPiIn(workspace, server, {});
  // This session goes on although the rule is given up meanwhile.
  await runPiIn(workspace, server, {});
  await runPiIn(workspace, server, { args: ["-c"] });
  await runPiIn(workspace, server, { args: ["-c"] });

  const session = server.requests.slice(8);
  expect(session).toHaveLength(12);
  expect(systemOf(session[0] as RecordedRequest)).toContain(RULE);
  for (const [at, request] of session.entries()) {
    const { messages, tools } = request.body as { messages: readonly unknown[]; tools: unknown };
    const next = session[at + 1]?.body as { messages: readonly unknown[]; tools: unknown } | undefined;
    if (next === undefined) continue;
    expect(JSON.stringify(next.messages.slice(0, messages.length))).toBe(JSON.stringify(messages));
    expect(JSON.stringify(next.tools)).toBe(JSON.stringify(tools));
  }
});

test("a rule that a model ignores is given up and stays so", async () => {
  await using server = await startModelServer(writer(heedsNothing));
  await using workspace = await makeWorkspace(server.url);
  const shown: boolean[] = [];
  for (let session = 0; session < 7; session++) {
    const run = await runPiIn(workspace, server, {});
    shown.push(systemOf(run.requests[0] as RecordedRequest).includes("tool_call_rules"));
  }
  expect(shown).toEqual([false, true, true, false, false, false, false]);
  const state = JSON.parse((await workspace.agentFiles())["state/tool-recovery/adaptation.json"] ?? "");
  const rules = Object.values(state.data.models[0].rules);
  expect(rules).toEqual([
    expect.objectContaining({ fired: 21, state: expect.objectContaining({ kind: "retired", why: "unhelpful" }) }),
  ]);
});

test("another model at the same place is not told", async () => {
  await using server = await startModelServer(writer(heedsNothing));
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, {});
  const other = await runPiIn(workspace, server, { model: "thinker" });
  expect(systemOf(other.requests[0] as RecordedRequest)).not.toContain("tool_call_rules");
});

describe("what is not taught", () => {
  test.each([
    ["teach: false", { settings: { teach: false } }],
    ["PI_TOOL_REPAIR_TEACH_DISABLED", { env: { PI_TOOL_REPAIR_TEACH_DISABLED: "1" } }],
  ])("%s: no note and no rule, and the calls are repaired all the same", async (_what, options) => {
    await using server = await startModelServer(writer(heedsNotes));
    await using workspace = await makeWorkspace(server.url, options);
    await runPiIn(workspace, server, {});
    const run = await runPiIn(workspace, server, {});
    expect(run.files).toEqual({ "f0.txt": "x", "f1.txt": "x", "f2.txt": "x" });
    expect(server.requests.map(({ text }) => /tool call note|tool_call_rules/.test(text))).not.toContain(true);
  });

  test("valid calls: no note, no entry, and no file", async () => {
    const run = await runPi({ script: writer(() => "path") });
    expect(run.files).toEqual({ "f0.txt": "x", "f1.txt": "x", "f2.txt": "x" });
    expect(run.agentFile("state/tool-recovery/adaptation.json")).toBeUndefined();
    expect(JSON.stringify(run.session)).not.toMatch(/tool_call_repair|tool call note|tool_recovery/);
  });
});

test("a key that the host ignores is told the first time, with the name alone", async () => {
  const run = await runPi({
    script: [
      call("read", { path: "a.txt", colour: "SECRET-VALUE" }),
      call("read", { path: "a.txt", "odd key, not a name!": 1 }),
      say("Done."),
    ],
    files: { "a.txt": "alpha" },
  });
  expect(resultsOf(run.messages).map(({ text }) => text)).toEqual([
    "alpha\n[tool call note] `colour` is not a parameter of `read` and was ignored.",
    "alpha\n[tool call note] A key that is not a parameter was ignored.",
  ]);
});

test("a rule taken away never comes back", async () => {
  await using server = await startModelServer(writer(heedsNothing));
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, {});
  const file = join("state", "tool-recovery", "adaptation.json");
  const rule = Object.keys(JSON.parse((await workspace.agentFiles())[file] ?? "").data.models[0].rules)[0] ?? "";
  const removal = await runPiIn(workspace, server, { prompt: `/toolrule-remove mock-completions/main ${rule}` });
  expect(removal.stderr).toContain(rule);
  for (let session = 0; session < 3; session++) {
    const run = await runPiIn(workspace, server, {});
    expect(systemOf(run.requests[0] as RecordedRequest)).not.toContain("tool_call_rules");
  }
});

test("each model of a session reads its own rules, and only those", async () => {
  await using server = await startModelServer(writer(heedsNothing));
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, {});
  const before = server.requests.length;
  await using rpc = await startRpc(workspace, { model: "thinker" });
  await rpc.prompt("First.");
  for (const modelId of ["main", "thinker"]) {
    expect(await rpc.send({ type: "set_model", provider: "mock-completions", modelId })).toMatchObject({
      success: true,
    });
    await rpc.prompt(`Now ${modelId}.`);
  }
  const told = server.requests.slice(before).map(({ model, text }) => [model, text.includes(RULE)]);
  expect(new Map(told.map(([model, isTold]) => [model, isTold]))).toEqual(
    new Map([
      ["thinker", false],
      ["main", true],
    ]),
  );
  expect(told).toHaveLength(12);
});
