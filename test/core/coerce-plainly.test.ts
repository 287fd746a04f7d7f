import { type CoercingValidator, compile, type JsonSchema } from "@earendil-works/pi-schema";
import { formats } from "@earendil-works/pi-schema/formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coercePlainly } from "../../src/core/coerce-plainly.ts";
import type { JsonObject } from "../../src/core/json.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    limit: { type: "integer", minimum: 1 },
    ratio: { type: "number" },
    all: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    mode: { enum: ["fast", "safe"] },
  },
  required: ["path"],
};

describe("coercePlainly", () => {
  test.each<{ sent: JsonObject; runs: JsonObject }>([
    { sent: { path: "a", limit: "20" }, runs: { path: "a", limit: 20 } },
    { sent: { path: 5, ratio: " 1e3" }, runs: { path: "5", ratio: 1000 } },
    { sent: { path: "a", all: "true", tags: null }, runs: { path: "a", all: true } },
    { sent: { path: "a", all: 0, note: "kept" }, runs: { path: "a", all: false, note: "kept" } },
  ])("$sent", ({ sent, runs }) => {
    expect(coercePlainly(sent, schema)).toEqual(runs);
  });

  test.each<{ sent: JsonObject; why: string }>([
    { sent: { path: "a", limit: 20 }, why: "nothing to change" },
    { sent: { path: "a", limit: "20.5" }, why: "a fraction" },
    { sent: { path: "a", limit: "0" }, why: "below the minimum" },
    { sent: { path: "a", ratio: "" }, why: "an empty text" },
    { sent: { path: "a", ratio: true }, why: "a boolean for a number" },
    { sent: { path: "a", all: "yes" }, why: "a word for a boolean" },
    { sent: { path: null }, why: "null for what is required" },
    { sent: { path: "a", tags: "one" }, why: "one value for a list" },
    { sent: { path: "a", limit: "3", mode: "FAST" }, why: "a member in another case" },
  ])("asks the host about $why", ({ sent }) => {
    expect(coercePlainly(sent, schema)).toBeUndefined();
  });

  test("says what the host says, or nothing", () => {
    fc.assert(
      fc.property(parameters, args, (root, sent) => {
        const before = structuredClone(sent);
        const plain = coercePlainly(sent, root);
        expect(sent).toEqual(before);
        if (plain === undefined) return;
        const host: CoercingValidator<unknown> = compile(root, { formats, coerce: true, unresolvedRefs: "reject" });
        expect(host.parse(sent)).toEqual({ ok: true, value: plain });
      }),
      { numRuns: 3000 },
    );
  });
});

const { node } = fc.letrec<{ node: JsonSchema }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, depthIdentifier: "schema" },
    fc.constantFrom<JsonSchema>(
      { type: "string" },
      { type: "number" },
      { type: "integer" },
      { type: "boolean" },
      { type: "array" },
      { type: ["string", "null"] },
      { enum: ["1", 1, "abc"] },
      { const: "1" },
      { $ref: "#/$defs/number" },
      true,
    ),
    fc.array(tie("node"), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("node"), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    fc.array(tie("node"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie("node").map((items) => ({ type: "array", items })),
    tie("node").map((a) => ({ type: "object", properties: { a } })),
  ),
}));

const parameters: fc.Arbitrary<JsonSchema> = fc
  .record({ a: node, b: node, patterned: fc.boolean(), rest: fc.option(node, { nil: undefined }) })
  .map(({ a, b, patterned, rest }) => ({
    type: "object",
    $defs: { number: { type: "number" } },
    properties: { a, b, c: { type: "number" } },
    ...(patterned ? { patternProperties: { "^b": { type: "number" } } } : {}),
    ...(rest === undefined ? {} : { additionalProperties: rest }),
  }));

const values = [
  "",
  "1",
  "5.5",
  "true",
  "null",
  null,
  0,
  1,
  1.5,
  true,
  "abc",
  [],
  {},
  ["1"],
  [null],
  { a: "1" },
] as const;
const value = fc.constantFrom(...values);
const args: fc.Arbitrary<JsonObject> = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] });
