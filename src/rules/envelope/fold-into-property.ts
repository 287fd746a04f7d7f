import { isNoOp } from "../../core/call-notes.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import type { JsonSchema } from "../../core/schema.ts";
import { isSchemaObject, resolve, typesOf } from "../../core/schema.ts";
import { branchesOf, type Shape, shapeOf } from "../../core/shape.ts";
import { isAlias } from "../keys/reading/alias.ts";
import { fold } from "../keys/reading/words.ts";

/**
 * Fields that belong one level further in, sent flat: `old_string` and `new_string` beside `path`, where the tool takes
 * a list of edits. Only into the one missing property, and only if all it requires is there.
 */
export const foldIntoProperty: ArgumentRule = {
  name: "fold-into-property",
  confidence: "certain",
  level: "envelope",
  takes: "object",
  concerns: () => false, // nothing is missing from valid arguments
  propose(place) {
    const { value, schema } = place;
    if (!isObject(value) || !isSchemaObject(schema)) return [];
    const shape = shapeOf(schema);
    const required = [...shape.required].filter((name) => !Object.hasOwn(value, name));
    const folded = required.flatMap((host) => foldInto(value, host, shape, place) ?? []);
    return [...folded, ...foldIntoOptional(value, shape, place)].map((whole) => ({ kind: "replace", value: whole }));
  },
  examples: [
    {
      schema: {
        type: "object",
        properties: {
          path: { type: "string" },
          edits: {
            type: "array",
            items: {
              type: "object",
              properties: { oldText: { type: "string" }, newText: { type: "string" } },
              required: ["oldText", "newText"],
            },
          },
        },
        required: ["path", "edits"],
      },
      sent: { path: "a", oldText: "x", newText: "y" },
      runs: { path: "a", edits: [{ oldText: "x", newText: "y" }] },
    },
    {
      schema: {
        type: "object",
        properties: { parent: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
        required: ["parent"],
      },
      sent: { id: "x" },
      runs: { parent: { id: "x" } },
    },
    {
      schema: {
        type: "object",
        properties: {
          query: { type: "string" },
          options: { type: "object", properties: { limit: { type: "integer" }, offset: { type: "integer" } } },
        },
        required: ["query"],
        additionalProperties: false,
      },
      sent: { query: "a", limit: 3 },
      runs: { query: "a", options: { limit: 3 } },
    },
    {
      schema: {
        type: "object",
        properties: {
          source: { type: "object", properties: { id: { type: "string" } } },
          target: { type: "object", properties: { id: { type: "string" } } },
        },
        additionalProperties: false,
      },
      sent: { id: "x" },
    },
    {
      schema: {
        type: "object",
        properties: {
          edits: {
            type: "array",
            items: {
              type: "object",
              properties: { oldText: { type: "string" }, newText: { type: "string" } },
              required: ["oldText", "newText"],
            },
          },
        },
        required: ["edits"],
      },
      sent: { oldText: "x" },
    },
  ],
};

/**
 * In a closed object, fields that only one optional object declares, under these very names, have no other place: `limit`
 * beside `query`, where the tool takes `options`.
 */
function foldIntoOptional(value: JsonObject, shape: Shape, { root }: Place): readonly JsonObject[] {
  const undeclared = Object.keys(value).filter((key) => !shape.properties.has(key));
  if (shape.rest !== "closed" || undeclared.length === 0) return [];
  const homes = [...shape.properties].filter(([, schema]) => {
    const inner = innerShape(schema, root);
    return inner !== undefined && undeclared.some((key) => inner.properties.has(key));
  });
  const [home, another] = homes;
  if (home === undefined || another !== undefined) return [];
  const [host, schema] = home;
  const inner = innerShape(schema, root);
  const isOptional = !Object.hasOwn(value, host) && !shape.required.has(host) && typesOf(schema, root).has("object");
  if (!isOptional || !undeclared.every((key) => inner?.properties.has(key))) return [];
  const [held, kept] = split(value, new Set(undeclared));
  return [{ ...kept, [host]: held }];
}

/** The members under some names, and the others. */
function split(value: JsonObject, names: ReadonlySet<string>): readonly [JsonObject, JsonObject] {
  const parts = [true, false].map((inside) => Object.entries(value).filter(([key]) => names.has(key) === inside));
  const [some = [], others = []] = parts;
  return [Object.fromEntries(some), Object.fromEntries(others)];
}

function foldInto(value: JsonObject, host: string, shape: Shape, { root }: Place): JsonObject | undefined {
  const schema = shape.properties.get(host);
  const inner = innerShape(schema, root);
  if (inner === undefined || inner.required.size === 0) return undefined;
  const undeclared = Object.keys(value).filter((key) => !shape.properties.has(key));
  const claims = new Map(undeclared.map((key) => [key, ownersOf(key, inner, undeclared)]));
  const moved = undeclared.filter((key) => (claims.get(key)?.length ?? 0) > 0);
  const taken = new Set(moved);
  if (![...inner.required].every((name) => moved.filter((key) => claims.get(key)?.includes(name)).length === 1)) {
    return undefined;
  }
  const kept = Object.entries(value).filter(([key, child]) => !taken.has(key) && !isNoOp(key, child));
  const item: JsonObject = Object.fromEntries(Object.entries(value).filter(([key]) => taken.has(key)));
  const held: Json = typesOf(schema, root).has("array") ? [item] : item;
  return Object.fromEntries([...kept, [host, held]]);
}

/** The shape of the object a property holds, or of the items of the list it holds. */
function innerShape(schema: JsonSchema | undefined, root: JsonSchema): Shape | undefined {
  const node = resolve(schema, root);
  if (!isSchemaObject(node)) return undefined;
  const [branch, other] = branchesOf(isSchemaObject(node.items) ? node.items : node, root);
  if (branch === undefined || other !== undefined) return undefined;
  const shape = shapeOf(branch);
  return shape.properties.size > 0 ? shape : undefined;
}

/** The properties of the inner object that a key could be. */
function ownersOf(key: string, { properties }: Shape, names: readonly string[]): readonly string[] {
  const owners = [...properties].filter(
    ([name, schema]) => fold(name) === fold(key) || isAlias(key, name, { schema, missing: true, names: () => names }),
  );
  return owners.map(([name]) => name);
}
