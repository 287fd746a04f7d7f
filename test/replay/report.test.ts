import { expect, test } from "vitest";
import { addReport, count, emptyCounts, emptyReport, entryOf, type Report } from "../../src/replay/report.ts";

function report(calls: number): Report {
  const one = emptyReport();
  one.inputs.files = 1;
  const model = entryOf(one.models, "p/m", () => ({ tools: {}, rules: {}, roundTrips: 0, tokens: 0 }));
  entryOf(model.tools, "read", emptyCounts).calls = calls;
  count(model.rules, "rename-key-case", calls);
  model.tokens = 7;
  count(one.shapes, "(whole call): malformed-json", 2);
  entryOf(one.days, "2026-01-01", () => ({ calls: 0, slips: 0, repaired: 0 })).calls = calls;
  return one;
}

test("reports add up", () => {
  const total = emptyReport();
  addReport(total, report(3));
  addReport(total, report(4));
  expect(total).toMatchObject({
    inputs: { files: 2 },
    models: { "p/m": { tools: { read: { calls: 7 } }, rules: { "rename-key-case": 7 }, tokens: 14 } },
    shapes: { "(whole call): malformed-json": 4 },
    days: { "2026-01-01": { calls: 7 } },
  });
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
