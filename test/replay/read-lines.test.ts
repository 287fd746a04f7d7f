import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLines } from "../../src/replay/read-lines.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lines-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(name: string, bytes: string | Buffer): Promise<readonly (readonly [number, string])[]> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const lines: [number, string][] = [];
  await readLines(path, {
    onLine: (text, number) => void lines.push([number, text]),
    onOversized: (number) => void lines.push([number, "oversized"]),
    onBytes: () => {},
  });
  return lines;
}

test.each([
  ["no line", "", []],
  [
    "a last line without a newline",
    "a\nb",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  [
    "a last line with a newline",
    "a\nb\n",
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  [
    "empty lines keep the count",
    "a\n\nb\n",
    [
      [1, "a"],
      [2, ""],
      [3, "b"],
    ],
  ],
] as const)("%s", async (name, text, expected) => {
  expect(await linesOf(`${name}.jsonl`, text)).toEqual(expected);
});

test("characters and lines across chunk borders stay whole", async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `${at} ${"äöü😀".repeat(at % 400)}`);
  const read = await linesOf("long.jsonl", lines.join("\n"));
  expect(read.map(([, text]) => text)).toEqual(lines);
});

test("gzip", async () => {
  expect(await linesOf("a.jsonl.gz", gzipSync("a\nb\n"))).toEqual([
    [1, "a"],
    [2, "b"],
  ]);
});

test("a broken gzip file is an error, not a silent end", async () => {
  await expect(linesOf("b.jsonl.gz", gzipSync("a\nb\n".repeat(1_000)).subarray(0, 30))).rejects.toThrow();
});
