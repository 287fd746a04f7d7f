import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/core/call.ts";
import type { Json } from "../../src/core/json.ts";
import { decodeCall } from "../../src/grammar/decode-arguments.ts";
import type { ParameterText } from "../../src/grammar/family.ts";

const tool: Tool = {
  name: "t",
  description: "",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string" },
      count: { type: "integer" },
      ratio: { type: "number" },
      flag: { type: "boolean" },
      list: { type: "array", items: { type: "string" } },
      map: { type: "object" },
      maybe: { anyOf: [{ type: "string" }, { type: "null" }] },
      oneOrMany: { anyOf: [{ type: "string" }, { type: "array" }] },
      any: {},
      byRef: { $ref: "#/$defs/n" },
      "max-results": { type: "integer" },
    },
    $defs: { n: { type: "integer" } },
  },
};

const decode = (key: string, text: string, says: ParameterText["says"] = "nothing"): Json | undefined =>
  decodeCall({ name: "t", body: { kind: "texts", texts: [{ key, text, says }] }, start: 0, end: 0 }, tool).arguments[
    key
  ];

describe("the schema decides, not the look", () => {
  test.each<[string, string, Json]>([
    ["text", "123", "123"],
    ["text", "true", "true"],
    ["text", '["a"]', '["a"]'],
    ["text", '"quoted"', '"quoted"'],
    ["text", "  kept \n", "  kept \n"],
    ["text", "null", "null"],
    ["count", " 5\n", 5],
    ["count", "five", "five"],
    ["ratio", "1e-3", 0.001],
    ["flag", "True", true],
    ["flag", " false ", false],
    ["flag", "yes", "yes"],
    ["list", '["a", "b"]', ["a", "b"]],
    ["list", "['a', 'it\\'s']", ["a", "it's"]],
    ["list", "a, b", "a, b"],
    ["map", '{"a": [1]}', { a: [1] }],
    ["maybe", "null", null],
    ["maybe", "none", "none"],
    ["oneOrMany", '["a"]', ["a"]],
    ["oneOrMany", "[draft] a", "[draft] a"],
    ["any", "7", 7],
    ["any", "seven", "seven"],
    ["byRef", "7", 7],
    ["Max_Results", "7", 7],
    ["unknown", "7", "7"],
  ])("%s: %j", (key, text, expected) => {
    expect(decode(key, text)).toEqual(expected);
  });

  test.each<[string, string, ParameterText["says"], Json]>([
    ["text", '"a\\nb"', "json", "a\nb"],
    ["text", "5", "json", "5"],
    ["count", "5", "string", 5],
    ["oneOrMany", '["a"]', "string", '["a"]'],
    ["unknown", "5", "json", 5],
    ["unknown", "5", "string", "5"],
  ])("%s: %j said to be %s", (key, text, says, expected) => {
    expect(decode(key, text, says)).toEqual(expected);
  });
});

test("None leaves an optional argument out, where it takes no null", () => {
  const value = { text: null, maybe: null, count: 1, unknown: null };
  const call = decodeCall({ name: "t", body: { kind: "keywords", value }, start: 0, end: 0 }, tool);
  expect(call.arguments).toEqual({ maybe: null, count: 1, unknown: null });
});

test("text that is no JSON object is handed on as the host does", () => {
  const call = decodeCall({ name: "t", body: { kind: "raw", text: '{"text": "a' }, start: 0, end: 0 }, tool);
  expect(call.arguments).toEqual({});
  expect(call.argumentsError).toMatch(/\n\nReceived arguments:\n\{"text": "a$/);
});
