import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Journal, openJournal, QUEUE_LIMIT } from "../../src/memory/journal.ts";
import type { SessionTotalsEvent } from "../../src/memory/journal-event.ts";
import { createJournalWriter } from "../../src/memory/journal-writer.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function totals(session: string, calls = 1): SessionTotalsEvent {
  const outcomes = { untouched: 0, reported: 0, repaired: calls, recovered: 0, refused: 0 };
  return {
    type: "session-totals",
    time: "2026-01-01T00:00:00.000Z",
    session,
    provider: "p",
    model: "m",
    calls,
    outcomes,
  };
}

/** Every line of every file of the journal. @throws When one is torn. */
function linesBelow(path: string): SessionTotalsEvent[] {
  return readdirSync(path)
    .filter((name) => name.startsWith("events") && name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(path, name), "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line) as SessionTotalsEvent);
}

async function withJournal(
  work: (journal: Journal) => void | Promise<void>,
): Promise<{ dropped: number; problems: string[] }> {
  const problems: string[] = [];
  const journal = openJournal(folder, (why) => void problems.push(why));
  await work(journal);
  await journal.close();
  return { dropped: journal.dropped(), problems };
}

describe("the journal", () => {
  test("creates nothing before its first event", async () => {
    expect(await withJournal(() => {})).toEqual({ dropped: 0, problems: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("writes what it is told, in order, before it closes", async () => {
    await withJournal((journal) => {
      for (let at = 0; at < 120; at++) journal.record(totals(`s${at}`));
    });
    expect(linesBelow(folder).map(({ session }) => session)).toEqual(Array.from({ length: 120 }, (_, at) => `s${at}`));
  });

  test("drops and counts what does not fit into its queue", async () => {
    const { dropped } = await withJournal((journal) => {
      for (let at = 0; at < QUEUE_LIMIT + 7; at++) journal.record(totals("s"));
    });
    expect(dropped).toBe(7);
    expect(linesBelow(folder)).toHaveLength(QUEUE_LIMIT);
  });

  test("reports a place it cannot write to once, and loses nothing but its own lines", async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file where the folder should be");
    const { dropped, problems } = await withJournal(async (journal) => {
      journal.record(totals("a"));
      await new Promise((done) => setTimeout(done, 500));
      journal.record(totals("b"));
    });
    expect(dropped).toBe(2);
    expect(problems).toHaveLength(1);
  });

  test("takes nothing more once it is closed", async () => {
    const journal = openJournal(folder, () => {});
    await journal.close();
    journal.record(totals("a"));
    expect(journal.dropped()).toBe(1);
    expect(existsSync(join(folder, "events.jsonl"))).toBe(false);
  });
});

describe("the writer", () => {
  const file = () => join(folder, "events.jsonl");
  const limits = { maxBytes: 1_000, maxLines: 10, keptFiles: 2 };
  const names = () => readdirSync(folder).toSorted();

  test.each([
    ["lines", "x", 10],
    ["bytes", "x".repeat(199), 5],
  ])("moves a file aside that is full by its %s", async (_, line, perFile) => {
    const writer = createJournalWriter(file(), limits);
    for (let at = 0; at < perFile; at++) await writer.append([line]);
    expect(names()).toEqual(["events.jsonl"]);
    await writer.append([line]);
    expect(names()).toEqual(["events.1.jsonl", "events.jsonl"]);
    expect(readFileSync(file(), "utf8")).toBe(`${line}\n`);
  });

  test("keeps only so many", async () => {
    const writer = createJournalWriter(file(), limits);
    for (let at = 0; at < 55; at++) await writer.append([String(at)]);
    expect(names()).toEqual(["events.1.jsonl", "events.2.jsonl", "events.jsonl"]);
    expect(readFileSync(file(), "utf8").split("\n")[0]).toBe("50");
    expect(readFileSync(join(folder, "events.1.jsonl"), "utf8").split("\n")[0]).toBe("40");
  });

  test("counts what others append", async () => {
    const writer = createJournalWriter(file(), limits);
    await writer.append(["mine"]);
    appendFileSync(file(), "theirs\n".repeat(9));
    await writer.append(["mine"]);
    expect(names()).toEqual(["events.1.jsonl", "events.jsonl"]);
  });

  test("begins a new line after half a line of a killed process", async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file(), '{"half":');
    await createJournalWriter(file(), limits).append(["whole"]);
    expect(readFileSync(file(), "utf8")).toBe('{"half":\nwhole\n');
  });

  test("says when it cannot write", async () => {
    writeFileSync(file(), "");
    const below = createJournalWriter(join(file(), "events.jsonl"), limits);
    await expect(below.append(["x"])).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});

describe("several processes", () => {
  const run = promisify(execFile);
  const script = (count: number, pauseEvery: number) => `
    import { openJournal } from ${JSON.stringify(join(import.meta.dirname, "../../src/memory/journal.ts"))};
    const journal = openJournal(process.argv[1], () => {});
    const outcomes = { untouched: 0, reported: 0, repaired: 1, recovered: 0, refused: 0 };
    for (let at = 0; at < ${count}; at++) {
      journal.record({ type: "session-totals", time: "t", session: process.argv[2] + "-" + at, provider: "p", model: "m", calls: 1, outcomes });
      // Below the queue's bound: the next events wait until these are written.
      if (at % ${pauseEvery} === 0) while (journal.pending() > 500) await new Promise((done) => setTimeout(done, 5));
    }
    await journal.close();
    console.log(journal.dropped());
  `;

  test("4 × 5,000 events: no line torn, none lost", async () => {
    const runs = ["a", "b", "c", "d"].map((name) =>
      run(process.execPath, ["--input-type=module", "-e", script(5_000, 100), folder, name]),
    );
    const dropped = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
    const sessions = linesBelow(folder).map(({ session }) => session);
    expect(new Set(sessions).size).toBe(sessions.length);
    expect(sessions.length + dropped.reduce((sum, n) => sum + n, 0)).toBe(20_000);
    expect(dropped).toEqual([0, 0, 0, 0]);
  });

  test("a killed process leaves a journal that can be read and written", async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script(100_000, 100), folder, "a"]);
    const ended = once(child, "exit");
    while (!existsSync(join(folder, "events.jsonl"))) await new Promise((done) => setTimeout(done, 20));
    await new Promise((done) => setTimeout(done, 150));
    child.kill("SIGKILL");
    await ended;
    await withJournal((journal) => journal.record(totals("after")));
    const sessions = linesBelow(folder).map(({ session }) => session);
    expect(sessions.length).toBeGreaterThan(50);
    expect(sessions).toContain("after");
  });
});
