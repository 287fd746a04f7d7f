import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Case, judgeCase } from "../../src/cli/judge-case.ts";

describe.each(["grammars.jsonl", "text-variants.jsonl"])("%s", (file) => {
  const lines = readFileSync(join(import.meta.dirname, "../fixtures", file), "utf8")
    .trimEnd()
    .split("\n");
  const rows = lines.map((line) => JSON.parse(line) as Case);
  test.each(rows.map((row) => [row.id, row] as const))("%s", (_id, row) => {
    const { mark, got } = judgeCase(row);
    expect(mark, got).toBe("right");
  });
});
