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
  concerns: () => false, // nothing is missing from valid arguments
  propose(place) {
    const { value, schema } = place;
    if (!isObject(value) || !isSchemaObject(schema)) return [];
    const shape = shapeOf(schema);
    const hosts = [...shape.required].filter((name) => !Object.hasOwn(value, name));
    return hosts.flatMap((host) => {
      const folded = foldInto(value, host, shape, place);
      return folded === undefined ? [] : [{ kind: "replace", value: folded } as const];
    });
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

function foldInto(value: JsonObject, host: string, shape: Shape, { root }: Place): JsonObject | undefined {
  const schema = shape.properties.get(host);
  const inner = innerShape(schema, root);
  if (inner === undefined) return undefined;
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
  return shape.properties.size > 0 && shape.required.size > 0 ? shape : undefined;
}

/** The properties of the inner object that a key could be. */
function ownersOf(key: string, { properties }: Shape, names: readonly string[]): readonly string[] {
  const owners = [...properties].filter(
    ([name, schema]) => fold(name) === fold(key) || isAlias(key, name, { schema, missing: true, names: () => names }),
  );
  return owners.map(([name]) => name);
}
