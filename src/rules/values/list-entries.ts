import { itemSchema } from "../../core/fits.ts";
import { isArray, isObject, type Json } from "../../core/json.ts";
import { foldName } from "../../core/name-words.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, type JsonSchema, propertiesOf, resolve, typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    env: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, value: { type: "string" } },
        required: ["name", "value"],
      },
    },
  },
  required: ["env"],
};

/**
 * A list of entries sent as a map: `{"A": "1"}` for `[{"name": "A", "value": "1"}]`.
 * Only where the items require exactly a name and a value, and the object is not an item itself.
 */
export const listEntries: ArgumentRule = {
  name: "list-entries",
  confidence: "certain",
  level: "value",
  takes: "object",
  propose: (place) => replaceBy(list(place)),
  examples: [
    {
      schema,
      sent: { env: { A: "1", B: "2" } },
      runs: {
        env: [
          { name: "A", value: "1" },
          { name: "B", value: "2" },
        ],
      },
    },
    {
      schema: {
        type: "object",
        properties: {
          env: {
            type: "array",
            items: {
              type: "object",
              properties: { name: { type: "string" }, value: { type: "string" }, kind: { type: "string" } },
              required: ["name", "value", "kind"],
            },
          },
        },
        required: ["env"],
      },
      sent: { env: { A: "1" } },
    },
    {
      schema,
      sent: { env: { name: "A", val: "1" } },
    },
    {
      schema,
      sent: { env: { Name: "A", val: "1" } },
    },
  ],
};

function list({ value, schema, root }: Place): Json | undefined {
  const node = resolve(schema, root);
  if (!isObject(value) || Object.keys(value).length === 0 || !isSchemaObject(node)) return undefined;
  if (!typesOf(node, root).has("array") || typesOf(node, root).has("object")) return undefined;
  const item = resolve(itemSchema(node, 0), root);
  if (!isSchemaObject(item) || !Array.isArray(item.required) || item.required.length !== 2) return undefined;
  const names = item.required.filter((key) => key === "key" || key === "name");
  const values = item.required.filter((key) => key === "value");
  const declared = propertiesOf(item, root);
  if (names.length !== 1 || values.length !== 1 || declared.size !== 2) return undefined;
  const keys = Object.keys(value);
  const own = new Set([...declared.keys()].map(foldName));
  if (keys.some((key) => own.has(foldName(key)) || /^\d+$/.test(key)) || Object.values(value).some(isArray))
    return undefined;
  return Object.entries(value).map(([key, child]) => ({ [String(names[0])]: key, value: child }));
}
