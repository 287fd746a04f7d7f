import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Journal, openJournal } from "../../src/memory/journal.ts";
import type { SessionTotalsEvent } from "../../src/memory/journal-event.ts";

/** The threads that were started, oldest first. */
const threads = vi.hoisted(() => [] as { terminate(): Promise<number> }[]);

vi.mock("node:worker_threads", async (original) => {
  const actual = await original<typeof import("node:worker_threads")>();
  class Recorded extends actual.Worker {
    constructor(...args: ConstructorParameters<typeof actual.Worker>) {
      super(...args);
      threads.push(this);
    }
  }
  return { ...actual, Worker: Recorded };
});

let folder: string;
let journal: Journal;
let problems: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-worker-"));
  problems = [];
  threads.length = 0;
  journal = openJournal(folder, (why) => void problems.push(why));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function record(session: string): void {
  const outcomes = { untouched: 0, reported: 0, repaired: 1, recovered: 0, refused: 0 };
  const time = "2026-01-01T00:00:00.000Z";
  journal.record({ type: "session-totals", time, session, provider: "p", model: "m", calls: 1, outcomes });
}

/** The sessions in the journal, in order. */
function written(): readonly string[] {
  const lines = readFileSync(join(folder, "events.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as SessionTotalsEvent).session);
}

const settled = () => vi.waitFor(() => expect(journal.pending()).toBe(0), { timeout: 10_000 });

test("a thread that dies is replaced once", async () => {
  record("first");
  await settled();
  await threads[0]?.terminate();
  record("second");
  await settled();
  expect(written()).toEqual(["first", "second"]);

  await threads[1]?.terminate();
  record("third");
  await settled();
  expect(written()).toEqual(["first", "second"]);
  expect(threads).toHaveLength(2);
  expect(journal.dropped()).toBe(1);
  expect(problems).toHaveLength(1);
});

test("what a thread took with it is counted as dropped", async () => {
  for (let at = 0; at < 50; at++) record(`s${at}`);
  expect(threads).toHaveLength(1);
  await threads[0]?.terminate();
  expect(journal.pending()).toBe(0);
  expect(journal.dropped()).toBe(50);
});

test("the end of the journal ends its thread", async () => {
  record("first");
  await journal.close();
  expect(written()).toEqual(["first"]);
  expect(journal.dropped()).toBe(0);
  expect(problems).toEqual([]);
});
