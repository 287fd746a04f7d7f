import { describe, expect, test } from "vitest";
import type { JournalEvent } from "../../src/memory/journal-event.ts";
import { call, makeWorkspace, runPiIn, type ScriptedTurn, say, startModelServer } from "./rig/index.ts";

async function journalOf(script: ScriptedTurn[], settings: Record<string, unknown> = {}) {
  await using server = await startModelServer(script);
  await using workspace = await makeWorkspace(server.url, { settings });
  await runPiIn(workspace, server, {});
  const files = await workspace.agentFiles();
  const read = (name: string) => files[`state/tool-recovery/${name}`]?.trim().split("\n") ?? [];
  return {
    events: read("events.jsonl").map((line) => JSON.parse(line) as JournalEvent),
    corpus: read("failure-corpus.jsonl"),
  };
}

const repaired = call("write", { filename: "secret-plans.txt", content: "the content" });
const refused = call("write", { path: "secret-plans.txt", content: null });

test("a journal that cannot be written is told of once and costs the run nothing", async () => {
  await using server = await startModelServer([repaired, refused, say("Done.")]);
  await using workspace = await makeWorkspace(server.url, {
    agentFiles: { "state/tool-recovery": "a file in place of the folder" },
  });
  const { exitCode, files, stderr } = await runPiIn(workspace, server, {});
  expect({ exitCode, files }).toEqual({ exitCode: 0, files: { "secret-plans.txt": "the content" } });
  expect(stderr.match(/the journal in .* could not be written/g)).toHaveLength(1);
});

test("sessions at once share one journal, and one that is killed leaves it whole", async () => {
  const kill = call("bash", { command: "sleep 1; kill -9 $PPID" });
  await using server = await startModelServer(({ traffic, text }) => {
    if (traffic.length === 0) return repaired;
    return text.includes("Die.") ? kill : say("Done.");
  });
  await using workspace = await makeWorkspace(server.url);
  const runs = ["Live.", "Live.", "Live.", "Die."].map((prompt) => runPiIn(workspace, server, { prompt }));
  expect((await Promise.all(runs)).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, null]);
  const text = (await workspace.agentFiles())["state/tool-recovery/events.jsonl"] ?? "";
  const events = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalEvent);
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    ...Array<string>(4).fill("outcome"),
    ...Array<string>(3).fill("session-totals"),
  ]);
});

describe("the journal of a real run", () => {
  test("has a line for a repaired call and one for the session", async () => {
    const { events, corpus } = await journalOf([repaired, say("Done.")]);
    expect(events).toMatchObject([
      {
        type: "outcome",
        tool: "write",
        source: "native",
        outcome: "repaired",
        rules: [expect.any(String)],
        execution: "succeeded",
      },
      { type: "session-totals", calls: 1, outcomes: { repaired: 1 } },
    ]);
    expect(corpus).toEqual([]);
  });

  test("has the shape of a refused call, here and in the corpus", async () => {
    const { events, corpus } = await journalOf([refused, say("Done.")]);
    const shape = [{ path: "/content", keyword: expect.any(String), expected: "string", received: "null" }];
    expect(events[0]).toMatchObject({ outcome: "refused", shape, execution: "not-run" });
    expect(JSON.parse(corpus[0] ?? "")).toMatchObject({ type: "refused-call", tool: "write", shape });
  });

  test("has phase and code of a call that ran and failed in the corpus, and nothing of its output", async () => {
    const { events, corpus } = await journalOf([call("bash", { command: "echo secret; exit 3" }), say("Done.")]);
    expect(events).toEqual([]);
    expect(corpus.map((line) => JSON.parse(line))).toEqual([
      {
        type: "failed-execution",
        time: expect.any(String),
        provider: "mock-completions",
        model: "main",
        tool: "bash",
        phase: "execution",
        code: "exit_3",
      },
    ]);
  });

  test("holds no value, no file name and no name the model made up", async () => {
    const script = [
      [repaired, refused, call("secret_tool", { secret_key: "the content" })],
      call("read", { path: "secret-plans-that-are-nowhere.txt" }),
      say("Done."),
    ];
    const { events, corpus } = await journalOf(script);
    expect(events).toHaveLength(4);
    expect(JSON.stringify([events, corpus])).not.toMatch(/secret|the content|plans/);
  });

  test.each([
    ["nothing slipped", [call("write", { path: "a.txt", content: "x" }), say("Done.")], {}],
    ["logging is off", [[repaired, refused], call("bash", { command: "exit 3" }), say("Done.")], { logging: false }],
  ] as const)("is not made when %s", async (_, script, settings) => {
    expect(await journalOf([...script], settings)).toEqual({ events: [], corpus: [] });
  });
});
