import type { JsonSchema } from "@earendil-works/pi-schema";
import fc from "fast-check";
import type { Tool } from "../../src/core/call.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";

/** A tool and arguments for it: valid ones, ones with up to three slips, or anything at all. */
export interface Attempt {
  readonly tool: Tool;
  readonly sent: JsonObject;
}

const NAMES = [
  "path",
  "content",
  "file_path",
  "limit",
  "oldText",
  "newText",
  "query",
  "tags",
  "isOpen",
  "start_date",
  "a",
  "options",
];
const WORDS = [
  "",
  "a",
  "src/a.ts",
  "yes",
  "3",
  "3.7",
  "null",
  "[]",
  '["a","b"]',
  "{}",
  "x</parameter>",
  "^a$",
  "'b'",
  "Red",
  "redd",
  "N/A",
  "true",
  " 5 ",
  "-5",
  "ls -la",
  'é\n\t"q"',
];

const scalar: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: "string" },
  { type: "number" },
  { type: "integer" },
  { type: "boolean" },
  { enum: ["red", "green", "dark blue"] },
  { type: "string", pattern: "^[a-z]+$" },
  { type: ["string", "null"] },
  { anyOf: [{ type: "integer" }, { type: "array", items: { type: "string" } }] },
  {},
);

const schema: fc.Arbitrary<JsonSchema> = fc.letrec<{ any: JsonSchema; object: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant("array"), items: tie("any") }),
    tie("object"),
    fc.record({ anyOf: fc.array(tie("any"), { minLength: 1, maxLength: 2 }) }),
  ),
  object: fc
    .tuple(fc.dictionary(fc.constantFrom(...NAMES), tie("any"), { maxKeys: 4 }), fc.boolean(), fc.nat(15))
    .map(([properties, closed, mask]) => ({
      type: "object",
      properties,
      required: Object.keys(properties).filter((_, index) => (mask >> index) & 1),
      ...(closed ? { additionalProperties: false } : {}),
    })),
})).object;

const anything: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, false, 0, 1, -2, 3.7, 1e21),
    fc.constantFrom(...WORDS),
    fc.string({ maxLength: 12 }),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(...NAMES, "__proto__", "constructor", "value", "item", "0"),
        fc.string({ maxLength: 6 }),
      ),
      tie("json"),
      { maxKeys: 4 },
    ),
  ),
})).json;

/** A value for the schema, more often than not a valid one. */
function valueFor(node: JsonSchema): fc.Arbitrary<Json> {
  if (typeof node === "boolean") return anything;
  const { type, properties, items, anyOf, enum: members, required } = node as { [keyword: string]: unknown };
  if (Array.isArray(members)) return fc.constantFrom(...(members as Json[]));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(valueFor));
  if (Array.isArray(type)) return fc.oneof(fc.constant(null), fc.constantFrom(...WORDS));
  switch (type) {
    case "string":
      return fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 20 }));
    case "number":
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "integer":
      return fc.integer({ min: -1000, max: 1000 });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valueFor(items as JsonSchema), { maxLength: 3 });
    case "object": {
      const entries = Object.entries(properties as Record<string, JsonSchema>);
      const requiredKeys = entries.map(([name]) => name).filter((name) => (required as string[]).includes(name));
      return fc.record(Object.fromEntries(entries.map(([name, inner]) => [name, valueFor(inner)])), { requiredKeys });
    }
    default:
      return anything;
  }
}

type Slip = (args: JsonObject, index: number, value: Json) => Json;

const slips: readonly Slip[] = [
  (args, index, value) => replaceAt(args, index, () => value),
  (args, index) => replaceAt(args, index, (old) => JSON.stringify(old)),
  (args, index) => replaceAt(args, index, (old) => [old]),
  (args, index) => replaceAt(args, index, (old) => ({ value: old })),
  (args, index) =>
    replaceAt(args, index, (old) => (typeof old === "string" ? `${old}</parameter>` : JSON.stringify(old))),
  (args, index) => replaceAt(args, index, () => null),
  (args, index) => renameAt(args, index, (name) => name.toUpperCase()),
  (args, index) => renameAt(args, index, (name) => `${name}"`),
  (args, index) => renameAt(args, index, (name) => `${name.slice(0, 2)}${name.slice(3)}`),
  (args, index) => renameAt(args, index, (name) => `target_${name}`),
  (args) => ({ arguments: args }),
  (args) => ({ input: JSON.stringify(args) }),
  (args, _index, value) => ({ ...args, extra: value }),
  (args, index) => Object.fromEntries(Object.entries(args).filter((_, at) => at !== index)),
];

function replaceAt(args: JsonObject, index: number, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([key, value], at) => [key, at === index ? change(value) : value]),
  );
}

function renameAt(args: JsonObject, index: number, change: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([key, value], at) => [at === index ? change(key) : key, value]));
}

const slip = fc.tuple(fc.constantFrom(...slips), fc.nat(3), anything);

export const attempts: fc.Arbitrary<Attempt> = schema.chain((parameters) =>
  fc
    .tuple(valueFor(parameters), fc.array(slip, { maxLength: 3 }), anything, fc.nat(9))
    .map(([value, chosen, other, dice]) => {
      const start = dice === 0 ? other : value;
      const sent = chosen.reduce<Json>(
        (args, [change, index, extra]) => (isObject(args) ? change(args, index, extra) : args),
        start,
      );
      return {
        tool: { name: "tool", description: "A tool", parameters },
        sent: isObject(sent) ? sent : { value: sent },
      };
    }),
);

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
