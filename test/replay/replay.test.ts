import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import type { Report } from "../../src/replay/report.ts";
import { type Truth, totalsOf, writeSessionCorpus } from "./session-corpus.ts";

let folder: string;
let corpus: string;
let truth: Truth;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "replay-"));
  corpus = join(folder, "sessions");
  truth = writeSessionCorpus(corpus, { files: 23, turns: 200, resultSize: 300 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = { out: (line) => void out.push(line), err: (line) => void err.push(line) };
  return { code: await main(argv, io), out: out.join("\n"), err: err.join("\n") };
}

async function report(...argv: string[]): Promise<Report> {
  const { code, out, err } = await run("replay", ...argv, "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Report;
}

describe("a corpus with known contents", () => {
  test("is counted exactly", async () => {
    expect(totalsOf(await report(corpus))).toEqual(truth);
  });

  test("gives the same report with worker threads", async () => {
    expect(await report(corpus, "--jobs", "3")).toEqual(await report(corpus));
  });

  test("gives the same figures in shards, merged", async () => {
    const parts = await Promise.all(
      ["1/4", "2/4", "3/4", "4/4"].map(async (shard) => {
        const file = join(folder, `part-${shard[0]}.json`);
        writeFileSync(file, JSON.stringify(await report(corpus, "--shard", shard)));
        return file;
      }),
    );
    const { code, out } = await run("merge", ...parts, "--json");
    const merged = JSON.parse(out) as Report;
    const whole = await report(corpus);
    expect(code).toBe(0);
    expect(merged).toEqual(whole);
  });

  test("names unreadable lines", async () => {
    const { invalid } = await report(corpus);
    const file = join(corpus, "session-00000.jsonl");
    const line = readFileSync(file, "utf8").split("\n").length - 1;
    expect(invalid[0]).toEqual({ file, line, why: "not JSON" });
  });

  test("can be narrowed to a model and to days", async () => {
    expect(Object.keys((await report(corpus, "--model", "provider1")).models)).toEqual(["provider1/m"]);
    expect((await report(corpus, "--since", "2026-01-03")).models).toEqual({});
    expect(totalsOf(await report(corpus, "--since", "2026-01-02")).calls).toBe(truth.calls);
  });
});

test("fixtures hold each kind of slip once and nothing of its content", async () => {
  const session = join(folder, "secret.jsonl");
  const text =
    'Validation failed for tool "write":\n  - path: missing\n\nReceived arguments:\n{"file_path":"plans/merger.txt","content":"Acme buys Initech"}';
  writeFileSync(
    session,
    [
      {
        role: "assistant",
        provider: "p",
        model: "m",
        content: [{ type: "toolCall", id: "a", name: "write", arguments: {} }],
      },
      { role: "toolResult", toolCallId: "a", isError: true, content: [{ type: "text", text }] },
    ]
      .map((message) => JSON.stringify({ type: "message", message }))
      .join("\n"),
  );
  const file = join(folder, "fixtures.jsonl");
  await report(session, "--fixtures", file);
  const written = readFileSync(file, "utf8");
  expect(written.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(written)).toMatchObject({
    emitted: { name: "write", arguments: { file_path: "xxxxx/xxxxxx.xxx", content: "xxxx xxxx xxxxxxx" } },
    expected: {
      outcome: "repaired",
      name: "write",
      arguments: { path: "xxxxx/xxxxxx.xxx", content: "xxxx xxxx xxxxxxx" },
    },
  });
  expect((await run("cases", file)).code).toBe(0);
});

describe("wrong usage says what to do", () => {
  test.each([
    ["replay", "No path given."],
    ["replay x --jobs 0", "--jobs takes a whole number"],
    ["replay x --since yesterday", "--since takes a day"],
    ["replay x --shard 5/4", "--shard takes a part"],
    ["replay x --nonsense", "--nonsense"],
    ["merge", "No report given."],
    ["nonsense", 'Unknown command "nonsense".'],
  ])("%s", async (line, complaint) => {
    const { code, out, err } = await run(...line.split(" "));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(complaint);
  });

  test("a path that does not exist", async () => {
    const { code, err } = await run("replay", join(folder, "nowhere"));
    expect(code).toBe(1);
    expect(err).toContain("nowhere");
  });

  test("a merge of something else", async () => {
    const file = join(folder, "other.json");
    writeFileSync(file, "{}");
    const { code, err } = await run("merge", file);
    expect(code).toBe(1);
    expect(err).toContain("other.json: not a report");
  });
});

test.each(["--help", "replay --help", "merge --help", "check --help", "cases --help"])(
  "%s prints usage with the exit codes",
  async (line) => {
    const { code, out } = await run(...line.split(" "));
    expect(code).toBe(0);
    expect(out).toMatch(/Exit codes: 0/);
  },
);
