import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import { emptyReport, type Report } from "../../src/replay/report.ts";
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

describe("files of all kinds", () => {
  const line = (fields: object) => `${JSON.stringify({ type: "message", message: fields })}\n`;
  const failing =
    line({
      role: "assistant",
      provider: "p\u001b[31m",
      model: "m",
      content: [{ type: "toolCall", id: "a", name: "Read", arguments: { path: "a" } }],
    }) +
    line({
      role: "toolResult",
      toolCallId: "a",
      isError: true,
      content: [{ type: "text", text: "Tool Read not found" }],
    });

  /** Replays one file of these bytes. */
  async function replayed(name: string, bytes: string | Buffer) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    const { code, out } = await run("replay", file, "--json");
    return { code, report: JSON.parse(out) as Report };
  }

  test.each<[string, string, string | Buffer, object]>([
    ["gzip", "a.jsonl.gz", gzipSync(failing), { lines: 2, invalidLines: 0 }],
    [
      "a byte order mark and carriage returns",
      "b.jsonl",
      `\ufeff${failing.replaceAll("\n", "\r\n")}\r\n`,
      { lines: 3, invalidLines: 0 },
    ],
    ["a line of 33 MB", "c.jsonl", `${"x".repeat(33 * 1024 * 1024)}\n${failing}`, { lines: 3, invalidLines: 1 }],
    ["a cut gzip file", "d.jsonl.gz", gzipSync(failing.repeat(2_000)).subarray(0, 400), {}],
  ])("%s", async (_, name, bytes, inputs) => {
    const { code, report } = await replayed(name, bytes);
    expect(code).toBe(0);
    expect(report.inputs).toMatchObject(inputs);
    expect(Object.values(report.models)[0]?.tools["(unknown tool)"]).toMatchObject({ failed: expect.any(Number) });
  });

  test.each<[string, string, Buffer | string]>([
    ["bytes", "e.jsonl", Buffer.from([0, 255, 10, 254, 1, 10, 128])],
    ["no gzip", "f.jsonl.gz", "text"],
  ])("of nothing but %s say so", async (_, name, bytes) => {
    const { code, report } = await replayed(name, bytes);
    expect(code).toBe(1);
    expect(report.invalid[0]).toMatchObject({ file: join(folder, name), line: 1 });
  });

  test("names in them cannot steer the terminal", async () => {
    const file = join(folder, "g.jsonl");
    writeFileSync(file, failing);
    expect((await run("replay", file)).out).not.toContain("\u001b");
  });

  test("journals and corpora are counted beside sessions", async () => {
    const shape = [{ path: "/content", keyword: "null-as-value", expected: "string", received: "null" }];
    const model = { time: "2026-03-01T00:00:00.000Z", provider: "p", model: "m", tool: "write" };
    const lines = [
      { type: "outcome", ...model, outcome: "repaired", rules: ["rename-alias"], shape: [] },
      { type: "outcome", ...model, outcome: "refused", rules: [], shape },
      { type: "session-totals", ...model, calls: 40, outcomes: {} },
      { type: "refused-call", ...model, failure: "distorted-arguments", shape },
      { type: "failed-execution", ...model, phase: "execution", code: "exit_1" },
    ];
    const { report } = await replayed("h.jsonl", lines.map((entry) => JSON.stringify(entry)).join("\n"));
    expect(report).toMatchObject({
      models: {},
      journal: { "p/m": { calls: 40, outcomes: { repaired: 1, refused: 1 }, rules: { "rename-alias": 1 } } },
      corpus: {
        codes: { "refused: distorted-arguments": 1, "failed: execution exit_1": 1 },
        shapes: { "/content: null-as-value, wants string, got null": 1 },
      },
    });
  });

  test("links to files are followed, and a file that two paths lead to counts once", async () => {
    const place = join(folder, "linked");
    mkdirSync(join(place, "deep"), { recursive: true });
    writeFileSync(join(place, "deep", "a.jsonl"), failing);
    symlinkSync(join(folder, "b.jsonl"), join(place, "link.jsonl"));
    symlinkSync(join(folder, "nowhere"), join(place, "dangling.jsonl"));
    symlinkSync(place, join(place, "circle"));
    const { inputs } = await report(place, join(place, "deep", "..", "deep"), join(place, "deep", "a.jsonl"));
    expect(inputs.files).toBe(2);
  });
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

  test.each([
    ["something else", "{}", "not a report"],
    ["no JSON", "{", "not JSON"],
    [
      "a damaged report",
      JSON.stringify({ ...emptyReport(), models: { "p/m": { tools: { read: { calls: "3" } } } } }),
      "not a report",
    ],
  ])("a merge of %s", async (_, text, complaint) => {
    const file = join(folder, "other.json");
    writeFileSync(file, text);
    const { code, out, err } = await run("merge", file);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`other.json: ${complaint}`);
  });

  test.each([
    ["a case file that is not there", undefined],
    ["a case file without cases", '{"id": "a"}\n'],
    ["a case file without JSON", "nonsense\n"],
  ])("%s", async (_, text) => {
    const file = join(folder, "cases-of-nothing.jsonl");
    rmSync(file, { force: true });
    if (text !== undefined) writeFileSync(file, text);
    const { code, out, err } = await run("cases", file);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("cases-of-nothing.jsonl");
  });

  test("a page that cannot be written, which does not cost the result", async () => {
    const { code, out, err } = await run("replay", corpus, "--json", "--html", join(folder, "nowhere", "page.html"));
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ inputs: { files: truth.files } });
    expect(err).toContain("page.html");
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
