import { compile } from "@earendil-works/pi-schema";
import { formats } from "@earendil-works/pi-schema/formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fits } from "../../../src/core/fits.ts";
import type { Json } from "../../../src/core/json.ts";
import { readNumber } from "../../../src/core/read-number.ts";
import { parseEncoded, parseNotation } from "../../../src/rules/values/reading/containers.ts";
import { parseLoose } from "../../../src/rules/values/reading/loose-json.ts";
import { foldToMember } from "../../../src/rules/values/reading/members.ts";
import { commandLine } from "../../../src/rules/values/reading/shell-command.ts";
import { misspelledMember } from "../../../src/rules/values/reading/typo.ts";

describe("numbers", () => {
  test.each([
    ["three", 3],
    ["Twenty-one", 21],
    ["one hundred and five", 105],
    ["two thousand", 2000],
    ["one million two hundred thousand and six", 1_200_006],
    ["minus five", -5],
    ["1,000", 1000],
    ["12,345,678.5", 12_345_678.5],
    ["1_000", 1000],
    ["0x1F", 31],
    ["５", 5],
    ["−5", -5],
  ])("%s", (text, number) => expect(readNumber(text)).toBe(number));

  test.each(
    "30s|5 MB|50%|$5|~5|about 5|5-10|1/2|3,5|1,00|0,123|five or six|hundred|three point five|first|1k|1.000,50|NaN||twenty one two|ten five|1e400|zero hundred|thousand".split(
      "|",
    ),
  )("none in %o", (text) => expect(readNumber(text)).toBeUndefined());
});

describe("notations", () => {
  test.each<[string, Json]>([
    ["['a', \"b'c\"]", ["a", "b'c"]],
    ["{'a': True, 'b': None, c: (1, 2.5,)}", { a: true, b: null, c: [1, 2.5] }],
    ["[“a”, ‘b’]", ["a", "b"]],
    ['["one\n\ttwo"]', ["one\n\ttwo"]],
    ["['\\x41\\u0042 \\d']", ["AB \\d"]],
    ['[{\\"a\\":\\"x\\"}]', [{ a: "x" }]],
    ['{"__proto__": 1}', Object.fromEntries([["__proto__", 1]])],
  ])("%s", (text, value) => expect(parseNotation(text)).toEqual(value));

  test.each([
    "[draft]",
    "[a, b]",
    "['a' 'b']",
    "['don't']",
    "['a'",
    "{'a': 1",
    "{'a'}",
    "{a: yes}",
    "[1] and more",
    "[1, , 2]",
    "{'a': 1, 'a': 2}",
    "[12345678901234567890]",
    "'a'",
    "text",
  ])("none in %s", (text) => expect(parseNotation(text)).toBeUndefined());

  test("JSON reads as JSON", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        const read = parseLoose(text);
        if (read !== undefined) expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test("the loose reader never throws and the encoded one reads nothing it does not", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."[]{}()'\"\\,: an1“”\n") }), (text) => {
        const loose = parseLoose(text);
        if (loose === undefined && !text.trim().startsWith('"')) expect(parseEncoded(text)).toBeUndefined();
      }),
    );
  });
});

describe("members", () => {
  test.each([
    ["post.", ["GET", "POST"], "POST"],
    ["In Progress", ["in_progress"], "in_progress"],
    ["UTF8", ["utf-8", "ascii"], "utf-8"],
    ["State.OPEN", ["open", "closed"], "open"],
    ["A ", ["a", "A"], "A"],
  ])("%s", (text, members, member) => expect(foldToMember(text, members, "state")).toBe(member));

  test.each([
    ["-1", ["1", "2"]],
    ["<=", ["=", ">"]],
    ["v10", ["v1.0"]],
    ["A_B", ["a b", "a-b"]],
    ["Colour.OPEN", ["open"]],
    ["", ["a"]],
  ])("none for %s", (text, members) => expect(foldToMember(text, members, "state")).toBeUndefined());

  test.each([
    ["in_progess", ["pending", "in_progress"], "in_progress"],
    ["Musci", ["Music", "Theater"], "Music"],
    ["celcius", ["celsius", "fahrenheit"], "celsius"],
  ])("a slip in %s", (text, members, member) => expect(misspelledMember(text, members)).toBe(member));

  test.each([
    ["unable", ["enable", "disable"]],
    ["light", ["left", "right"]],
    ["black", ["block", "allow"]],
    ["atypical", ["typical"]],
    ["users1", ["users2"]],
    ["userz", ["user", "users"]],
    ["failed", ["pending"]],
    ["nrth", ["noth", "north"]],
    ["cab", ["cat"]],
  ])("no slip in %s", (text, members) => expect(misspelledMember(text, members)).toBeUndefined());
});

describe("command lines", () => {
  test("read back as the very words", () => {
    const word = fc.string({ unit: fc.constantFrom(..."a-='\"\\$ \n*;|&é") });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const line = commandLine(["echo", ...words]);
        if (line !== undefined) expect(posixWords(line)).toEqual(["echo", ...words]);
      }),
    );
  });

  test.each([
    [["cd", "a", "&&", "ls"]],
    [["ls", "|", "wc"]],
    [["cd src", "npm test"]],
    [["ls", "pwd"]],
    [["cd", "src", "npm", "test"]],
    [["pwsh", "-Command", "ls"]],
    [["FOO=1", "npm"]],
    [["cat", "a\0b"]],
  ])("none for %j", (words) => expect(commandLine(words)).toBeUndefined());
});

/** Splits a line of plain and single-quoted words the way a POSIX shell does. */
function posixWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (char === " ") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + (char === "\\" ? (line[++at] ?? "") : char);
  }
  return word === undefined ? words : [...words, word];
}

describe("fits", () => {
  const leaf = fc.constantFrom<object>(
    { type: "string" },
    { type: "integer", minimum: 1 },
    { type: ["boolean", "null"] },
    { enum: ["a", 1] },
    { const: null },
    { type: "string", pattern: "^a" },
    { type: "string", format: "date" },
    { type: "array", items: { type: "number" }, maxItems: 2 },
    { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false },
  );
  const value = fc.oneof(
    fc.constantFrom<Json>("a", "b", "2026-01-06", 0, 1, 1.5, true, null, [], [1], [1, 2, 3], {}, { a: "x" }, { b: 1 }),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  );

  test("says of plain schemas and their unions what a compiled schema says", () => {
    fc.assert(
      fc.property(leaf, leaf, fc.constantFrom("anyOf", "oneOf", "allOf"), value, (one, other, union, sent) => {
        const schema = { [union]: [one, other] };
        expect(fits(sent, schema, true)).toBe(compile(schema, { formats }).check(sent));
      }),
    );
  });
});
