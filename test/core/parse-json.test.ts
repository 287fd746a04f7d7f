import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../src/core/parse-json.ts";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test.each(["", " ", "{", "[1,]", "['a']", "{'a': 1}", "[{a: 1}]", "three", "None", "[1] and", "\u00a01", "1 2", "tea"])(
  "%j is no JSON",
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);

test.each(["null", " 1 ", "-0.5e3", '"a"', "[]", " { } ", "[[{}]]", "\n[true, false]\r\n", '{"a":["b",null]}'])(
  "%j is read as by the built-in parser",
  (text) => {
    expect(parseJson(text)).toEqual(parse(text));
  },
);

test("reads any JSON, and nothing else", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(..."[]{}\",:1e- \nntrufals'") })), (text) => {
      expect(parseJson(text)).toEqual(parse(text));
    }),
    { numRuns: 3000 },
  );
});
