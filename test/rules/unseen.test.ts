import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Case, judgeCase } from "../../src/cli/judge-case.ts";

const rows = ["unseen", "hostile"].flatMap((name) =>
  readFileSync(join(import.meta.dirname, `../fixtures/${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Case),
);

/** Calls of other tools than those the rules were written with, and calls that invite a wrong repair, with known truth. */
describe.each([
  ["a call that is fine stays as it is", rows.filter(({ expected }) => expected.outcome === "unchanged")],
  ["a call that nobody can restore does not run", rows.filter(({ expected }) => expected.outcome === "refused")],
  ["a broken call is restored exactly", rows.filter(({ expected }) => expected.outcome === "repaired")],
] as const)("%s", (_name, group) => {
  test.each(group)("$id", (row) => {
    const { mark, got } = judgeCase(row);
    expect(mark, got).toBe("right");
  });
});
