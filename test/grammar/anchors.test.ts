import { describe, expect, test } from "vitest";
import { removeAnchors } from "../../src/grammar/remove-anchors.ts";
import { unanchorPayload } from "../../src/grammar/unanchor-payload.ts";
import { unanchorSchema } from "../../src/grammar/unanchor-schema.ts";

test.each<[string, string | undefined]>([
  ["^a$", "a"],
  ["^[^^$]+$", "[^^$]+"],
  ["^\\^x\\$$", "\\^x\\$"],
  ["^(?:a|b)$|^c$", "(?:a|b)|c"],
  ["^[\\]^$]x$", "[\\]^$]x"],
  ["^\\\\$", "\\\\"],
  ["(^|,)a", "(|,)a"],
  ["^(?<year>\\d{4})$", "(?<year>\\d{4})"],
  ["a", "a"],
  ["[^a-z]", "[^a-z]"],
  ["\\$\\^", "\\$\\^"],
  ["", ""],
  ["[^", "[^"],
  ["^$", undefined],
  ["^", undefined],
  ["^(?!.*secret$).*$", undefined],
  ["(?<=^|,)a", undefined],
  ["^(?=a)b$", "(?=a)b"],
  ["a$?", undefined],
  ["(?:^)*a", "(?:)*a"],
])("%s becomes %s", (pattern, expected) => {
  expect(removeAnchors(pattern)).toBe(expected);
});

describe("schemas", () => {
  test("patterns lose their anchors wherever a schema stands", () => {
    const anchored = { type: "string", pattern: "^a$" };
    const plain = { type: "string", pattern: "a" };
    const build = (leaf: object) => ({
      properties: {
        a: leaf,
        b: { items: leaf },
        c: { anyOf: [leaf, { type: "null" }] },
        d: { additionalProperties: leaf },
      },
      $defs: { e: leaf },
      prefixItems: [leaf],
      not: leaf,
    });
    expect(unanchorSchema(build(anchored))).toEqual(build(plain));
  });

  test("a pattern of nothing but anchors goes", () => {
    expect(unanchorSchema({ type: "string", pattern: "^$", minLength: 0 })).toEqual({ type: "string", minLength: 0 });
  });

  test.each<[string, object]>([
    ["a property called pattern", { properties: { pattern: { type: "string", default: "^x$" } } }],
    ["a default", { default: { pattern: "^x$" } }],
    ["an enum", { enum: [{ pattern: "^x$" }, "^y$"] }],
    ["a const", { const: { pattern: "^x$" } }],
    ["examples", { examples: [{ pattern: "^x$" }] }],
    ["the names of pattern properties", { patternProperties: { "^x$": { type: "string" } } }],
    ["a description", { description: "^x$" }],
    ["patterns without anchors", { properties: { a: { pattern: "[^a]\\$" } } }],
  ])("the same object comes back for %s", (_what, schema) => {
    expect(unanchorSchema(schema)).toBe(schema);
  });
});

describe("requests", () => {
  const parameters = (pattern: string) => ({ type: "object", properties: { v: { type: "string", pattern } } });

  test.each<[string, (schema: object) => object]>([
    [
      "OpenAI completions",
      (schema) => ({ model: "m", tools: [{ type: "function", function: { name: "f", parameters: schema } }] }),
    ],
    ["OpenAI responses", (schema) => ({ model: "m", tools: [{ type: "function", name: "f", parameters: schema }] })],
    ["Anthropic", (schema) => ({ model: "m", tools: [{ name: "f", input_schema: schema }, { type: "web_search" }] })],
    [
      "Google",
      (schema) => ({ config: { tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: schema }] }] } }),
    ],
    ["Google's REST", (schema) => ({ tools: [{ functionDeclarations: [{ name: "f", parameters: schema }] }] })],
    ["Bedrock", (schema) => ({ toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: schema } } }] } })],
  ])("%s", (_shape, build) => {
    const sent = build(parameters("^\\d+$"));
    const before = structuredClone(sent);
    expect(unanchorPayload(sent)).toEqual(build(parameters("\\d+")));
    expect(sent).toEqual(before);
    const plain = build(parameters("\\d+"));
    expect(unanchorPayload(plain)).toBe(plain);
  });

  test.each([undefined, null, "text", {}, { tools: null }, { tools: [null, 1] }])("%j is left alone", (payload) => {
    expect(unanchorPayload(payload)).toBe(payload);
  });
});
