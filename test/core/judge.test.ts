import type { JsonSchema } from "@earendil-works/pi-schema";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/core/call.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { judge } from "../../src/core/judge.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import type { Verdict } from "../../src/core/verdict.ts";

const string = { type: "string" };

function verdict(property: JsonSchema, value: Json, required = true): Verdict {
  return judgeArguments({ type: "object", properties: { a: property }, required: required ? ["a"] : [] }, { a: value });
}

function judgeArguments(parameters: JsonSchema, args: JsonObject): Verdict {
  const tool: Tool = { name: "tool", description: "", parameters };
  return judge({ name: "tool", arguments: args }, new Map([["tool", tool]]), libraryHost);
}

function keywordsOf(found: Verdict): readonly string[] {
  return found.kind === "distorted" ? found.findings.map(({ keyword }) => keyword) : [found.kind];
}

describe("what the host runs as meant", () => {
  test.each<[string, JsonSchema, Json, boolean, "exact" | "coerced"]>([
    ["a string", string, "x", true, "exact"],
    ["numeric text", { type: "number" }, "42", true, "coerced"],
    ["padded numeric text", { type: "integer" }, " 42 ", true, "coerced"],
    ["true in words", { type: "boolean" }, "True", true, "coerced"],
    ["a number for text", string, 7, true, "coerced"],
    ["null left out", { type: "number" }, null, false, "coerced"],
    ["one value for a list", { type: "array", items: string }, "a", true, "coerced"],
    ["one object for a list", { type: "array", items: { type: "object" } }, { x: 1 }, true, "coerced"],
    ["words in brackets", { type: "array", items: string }, "[draft] notes", true, "coerced"],
    ["null where it is asked for", { type: ["string", "null"] }, null, true, "exact"],
    ["words in two brackets", { type: "array", items: string }, "[[Page]]", true, "coerced"],
    ["a source in brackets", { type: "array", items: string }, "[1, Smith et al.]", true, "coerced"],
    ["an object as text", { type: "array", items: string }, '{"name": "a"}', true, "coerced"],
    ["list text for text", string, '["a"]', true, "exact"],
    ["a whole number with a fraction of nothing", { type: "integer" }, "3.0", true, "coerced"],
    ["tags that are content", { type: "string", description: "File content" }, "x</parameter>", true, "exact"],
    ["tags that are content of a map", { type: "object" }, { html: "x</parameter>" }, true, "exact"],
    ["tags that are opened", string, "<parameter>x</parameter>", true, "exact"],
  ])("%s", (_name, schema, value, required, kind) => {
    expect(verdict(schema, value, required)).toMatchObject({ kind, ignored: [] });
  });
});

describe("what the host runs with another meaning", () => {
  test.each<[string, JsonSchema, Json, boolean, string]>([
    ["null for text", string, null, true, "null-as-value"],
    ["null for a list", { type: "array", items: string }, null, true, "null-as-value"],
    ["null for a number", { type: "number" }, null, true, "null-as-value"],
    ["null for a boolean", { type: "boolean" }, null, true, "null-as-value"],
    ["null in a list", { type: "array", items: string }, [null], true, "null-as-value"],
    ["nothing for a number", { type: "number" }, "", false, "empty-as-number"],
    ["true for a number", { type: "number" }, true, true, "boolean-as-number"],
    ["a fraction", { type: "integer" }, 3.7, true, "fraction-cut"],
    ["a fraction in text", { type: "integer" }, "3.7", true, "fraction-cut"],
    ["list text for a list", { type: "array", items: string }, '["a","b"]', true, "list-as-text"],
    ["a Python list for a list", { type: "array", items: string }, "['a', 'b']", true, "list-as-text"],
    ["a Python list of several kinds", { type: "array", items: string }, "[1, 'x', None]", true, "list-as-text"],
    ["a list in a list, as text", { type: "array", items: string }, "[['a', 'b']]", true, "list-as-text"],
    ["a shell around a list, as text", { type: "array", items: string }, '{"item": ["a"]}', true, "list-as-text"],
    ["a cut list for a list", { type: "array", items: string }, '["a","b"', true, "list-as-text"],
    ["a word for nothing", { type: "array", items: string }, "undefined", true, "placeholder-in-list"],
    ["an empty object for a list", { type: "array", items: {} }, {}, true, "placeholder-in-list"],
    ["a shell around a list", { type: "array", items: {} }, { item: [1] }, true, "shell-in-list"],
    ["an index for a list", { type: "array", items: {} }, { "0": 1, "1": 2 }, true, "shell-in-list"],
    ["a markup tail", string, "x</parameter>\n</invoke>", true, "markup-tail"],
    ["a markup tail in a map of names", { type: "object" }, { new_name: "x</invoke>" }, true, "markup-tail"],
    ["a markup tail in a list", { type: "array", items: string }, ["x</parameter>"], true, "markup-tail"],
    ["a markup tail in a tuple", { type: "array", prefixItems: [string] }, ["x</parameter>"], true, "markup-tail"],
    [
      "a markup tail in a map",
      { type: "object", additionalProperties: string },
      { a: "x</invoke>" },
      true,
      "markup-tail",
    ],
    [
      "a markup tail under a pattern",
      { patternProperties: { "^x": string } },
      { xa: "x</invoke>" },
      true,
      "markup-tail",
    ],
    ["a markup tail in a free object", { type: "object" }, { a: { b: ["x</invoke>"] } }, true, "markup-tail"],
    ["a markup tail anywhere", {}, "x</invoke>", true, "markup-tail"],
  ])("%s", (_name, schema, value, required, keyword) => {
    expect(keywordsOf(verdict(schema, value, required))).toEqual([keyword]);
  });
});

test.each<[string, JsonSchema, JsonObject, readonly string[]]>([
  ["an open object", { properties: { a: string } }, { a: "x", b: 1 }, ["/b"]],
  [
    "an object in a list",
    { properties: { l: { type: "array", items: { properties: { a: string } } } } },
    { l: [{ b: 1 }] },
    ["/l/0/b"],
  ],
  ["a free-form object", { type: "object" }, { b: 1 }, []],
  ["a map", { properties: { a: string }, additionalProperties: string }, { b: "x" }, []],
  [
    "a recursive schema",
    { properties: { next: { $ref: "#" } } },
    { next: { next: { other: 1 } } },
    ["/next/next/other"],
  ],
])("undeclared keys of %s", (_name, schema, args, paths) => {
  const found = judgeArguments(schema, args);
  expect("ignored" in found ? found.ignored.map(({ path }) => path) : found).toEqual(paths);
});

test("findings of rejected arguments carry path and keyword", () => {
  expect(verdict({ type: "number" }, "x")).toMatchObject({
    kind: "rejected",
    failure: { code: "invalid-arguments", findings: [{ path: "/a", keyword: "type" }] },
  });
});

test("a schema that does not compile rejects and never throws", () => {
  expect(judgeArguments({ type: "object", properties: { a: { pattern: "(" } } }, { a: "x" }).kind).toBe("rejected");
});

test.each(["constructor", "__proto__", "toString"])("a tool called %s is simply unknown", (name) => {
  const found = judge({ name, arguments: {} }, new Map(), libraryHost);
  expect(found).toMatchObject({ kind: "rejected", failure: { code: "unknown-tool" } });
});
