import { expect, test } from "vitest";
import {
  addInvalid,
  addReport,
  count,
  dayOf,
  emptyCounts,
  emptyReport,
  entryOf,
  journalOf,
  modelOf,
  type Report,
} from "../../src/replay/report.ts";

function report(calls: number): Report {
  const one = emptyReport();
  one.inputs.files = 1;
  const model = modelOf(one, "p/m");
  entryOf(model.tools, "read", emptyCounts).calls = calls;
  count(model.rules, "rename-key-case", calls);
  model.tokens = 7;
  model.inText.recovered = calls;
  count(journalOf(one, "p/m").outcomes, "repaired", calls);
  count(one.corpus.codes, "refused: truncated", calls);
  count(one.shapes, "(whole call): malformed-json", 2);
  dayOf(one, "2026-01-01").calls = calls;
  return one;
}

test("reports add up", () => {
  const total = emptyReport();
  addReport(total, report(3));
  addReport(total, report(4));
  expect(total).toMatchObject({
    inputs: { files: 2 },
    models: {
      "p/m": { tools: { read: { calls: 7 } }, rules: { "rename-key-case": 7 }, tokens: 14, inText: { recovered: 7 } },
    },
    journal: { "p/m": { outcomes: { repaired: 7 } } },
    corpus: { codes: { "refused: truncated": 7 } },
    shapes: { "(whole call): malformed-json": 4 },
    days: { "2026-01-01": { calls: 7 } },
  });
});

test("the first invalid lines are named, whatever order the reports come in", () => {
  const parts = ["c", "a", "b"].map((file) => {
    const part = emptyReport();
    for (let line = 60; line > 0; line--) addInvalid(part, { file, line, why: "not JSON" });
    return part;
  });
  const [one, other] = [emptyReport(), emptyReport()];
  for (const part of parts) addReport(one, part);
  for (const part of parts.toReversed()) addReport(other, part);
  expect(one.invalid).toEqual(other.invalid);
  expect(one.invalid).toHaveLength(100);
  expect(one.invalid.at(-1)).toMatchObject({ file: "b", line: 40 });
});

test("adding leaves the other report alone", () => {
  const other = report(3);
  const before = JSON.stringify(other);
  const total = emptyReport();
  addReport(total, other);
  addReport(total, other);
  expect(JSON.stringify(other)).toBe(before);
});

test.each(["__proto__", "constructor", "toString"])(
  "a name from a file that means something to JavaScript: %s",
  (name) => {
    const total = emptyReport();
    count(total.shapes, name, 2);
    count(total.shapes, name, 3);
    expect(Object.entries(total.shapes)).toEqual([[name, 5]]);
  },
);
