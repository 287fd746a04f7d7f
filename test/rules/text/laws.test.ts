import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../../src/core/call.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { doubtful, faults } from "./faults.ts";
import { readText } from "./read-text.ts";

const tool: Tool = {
  name: "patch",
  description: "",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      content: { type: "string" },
      limit: { type: "integer" },
      force: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: { type: "string" }, newText: { type: "string" } },
          required: ["oldText", "newText"],
        },
      },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
};

/** Text that looks like what stands around it in an arguments object. */
const text = fc
  .array(
    fc.constantFrom(
      ...'a|src/a.ts|say |"|\'|\\|{|}|[|]|:|,|, |\n|\t|  |it\'s|C:\\new\\x|\\d+$|\\frac{1}{2}|key: value|a=1|//|/* x */|# no|don’t|<b>|</b>|`x`|$y|{"a": 1}|"x", "y"|null|True|5|😀|é'.split(
        "|",
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const args: fc.Arbitrary<JsonObject> = fc.record(
  {
    path: fc.constantFrom("src/a.ts", "docs/how to.md", "C:\\new\\tools.bat"),
    content: text,
    limit: fc.integer({ min: -5, max: 5000 }),
    force: fc.boolean(),
    tags: fc.array(text, { minLength: 1, maxLength: 3 }),
    edits: fc.array(fc.record({ oldText: text, newText: text }), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ["path", "content"], noNullPrototype: true },
);

function isObjectText(raw: string): boolean {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

describe.each(Object.entries(faults))("%s", (_, spoil) => {
  test("what was sent runs, or nothing", () => {
    let exact = 0;
    let spoiled = 0;
    fc.assert(
      fc.property(args, fc.nat(40), (sent, at) => {
        const raw = spoil(sent, at);
        if (isObjectText(raw)) return;
        const runs = readText(raw, tool);
        spoiled++;
        if (runs !== undefined) exact++;
        if (runs !== undefined) expect(runs).toEqual(sent);
      }),
      { numRuns: 150 },
    );
    expect(exact).toBeGreaterThan(spoiled * 0.9);
  });
});

test.each(Object.entries(doubtful))("%s: what was sent runs, or nothing", (_, spoil) => {
  fc.assert(
    fc.property(args, fc.nat(40), (sent, at) => {
      fc.pre(!holdsSeveralStrings(sent.tags));
      const raw = spoil(sent, at);
      const runs = isObjectText(raw) ? sent : readText(raw, tool);
      if (runs !== undefined) expect(runs).toEqual(sent);
    }),
    { numRuns: 300 },
  );
});

/** Whether an item reads like several without its outer quotes: no reader could tell them apart. */
function holdsSeveralStrings(tags: Json | undefined): boolean {
  return /\\?["']\s*,?\s*\\?["']/.test(JSON.stringify(tags ?? []).replaceAll(/","/g, "·"));
}

test("a text that was cut anywhere is refused, unless only braces are missing behind whole members", () => {
  fc.assert(
    fc.property(args, fc.nat(2), (sent, indent) => {
      const whole = JSON.stringify(sent, null, indent);
      for (let length = 1; length < whole.length; length++) {
        const raw = whole.slice(0, length);
        const runs = readText(raw, tool);
        if (runs !== undefined) expect(isBeginningOf(runs, sent)).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});

/** Whether one object has the first members of another, whole. */
function isBeginningOf(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return (
    keys.every((key, at) => Object.keys(other)[at] === key) &&
    keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]))
  );
}

test("two calls in one text are refused", () => {
  fc.assert(
    fc.property(args, args, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const runs = readText(`${JSON.stringify(one)}\n${JSON.stringify(other)}`, tool);
      expect(runs).toBeUndefined();
    }),
  );
});

test.each([
  '"',
  "'",
  "{",
  "[",
  "}",
  "\\",
  ",",
  ":",
  "`",
  "“",
  "#",
  "<a>",
  "a:b ",
  '{"a":',
  '{"path":"a"}',
  '", "limit": ',
  '"}',
  "/*",
  "=",
  "&quot;",
])("a long run of %s comes to an end", (part) => {
  const run = part.repeat(Math.floor(200_000 / part.length));
  for (const raw of [run, `{"path":"a","content":"${run}"`, `{"path":"a",${run}}`]) {
    expect(() => readText(raw, tool)).not.toThrow();
  }
});
