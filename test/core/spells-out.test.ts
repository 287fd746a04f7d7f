import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { spellsOut } from "../../src/core/spells-out.ts";

describe("spellsOut", () => {
  test.each<{ text: string; value: Json }>([
    { text: '{"path": "src/a.ts", "limit": 20,}', value: { path: "src/a.ts", limit: 20 } },
    { text: "{path: 'src/a.ts'}", value: { path: "src/a.ts" } },
    { text: '{"text": "one\\ntwo"}', value: { text: "one\ntwo" } },
    { text: "['a', 'b']", value: ["a", "b"] },
    { text: '"daily"', value: "daily" },
    { text: '{"n": 1.50, "m": +2_000}', value: { n: 1.5, m: 2000 } },
    { text: "{'all': True, 'none': None}", value: { all: true, none: null } },
    { text: '"{\\"path\\": \\"a\\"}"', value: { path: "a" } },
    { text: "{“path”: “it’s”}", value: { path: "it’s" } },
  ])("$text", ({ text, value }) => {
    expect(spellsOut(text, value)).toBe(true);
  });

  test.each<{ text: string; value: Json; why: string }>([
    { text: '{"path": "a", "limit": 20}', value: { path: "a" }, why: "loses a key" },
    { text: '{"path": "a"}', value: { path: "a", limit: 20 }, why: "invents a key" },
    { text: '{"path": "a b"}', value: { path: "a" }, why: "loses a word" },
    { text: '{"path": "ab"}', value: { path: "a" }, why: "cuts a word" },
    { text: '{"n": -5}', value: { n: 5 }, why: "loses a sign" },
    { text: '{"n": 5 kg}', value: { n: 5 }, why: "loses a unit" },
    { text: '{"n": 1,500}', value: { n: 1500 }, why: "joins digits" },
    { text: '{"a": "\\\\x"}', value: { a: "x" }, why: "loses a backslash" },
    { text: '{"a": "x"} // note', value: { a: "x" }, why: "leaves a comment" },
    { text: '{"a": ["x"]}', value: { a: [] }, why: "has an empty list" },
    { text: '{"b": 1, "a": 2}', value: { a: 2, b: 1 }, why: "changes the order" },
  ])("not where it $why: $text", ({ text, value }) => {
    expect(spellsOut(text, value)).toBe(false);
  });

  test("a JSON text spells out its own value and no other", () => {
    const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.string({ minLength: 1, unit: "grapheme" }));
    const key = fc.string({ minLength: 1, unit: fc.constantFrom(..."abcxyz") });
    const object = fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { minLength: 1 })), {
      minKeys: 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, object, (value, other) => {
        if (spellsOut(JSON.stringify(value), other as Json)) expect(words(other)).toEqual(words(value));
      }),
    );
  });
});

/** The text of a value without what `spellsOut` takes for structure. */
function words(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\s\ufeff{}[\],:"']/g, "");
}
