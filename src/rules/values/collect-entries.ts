import { isArray, isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";
import { type Entry, readNamedEntry } from "./reading/named-entry.ts";

/**
 * A map sent as the list of its entries: `[{"name": "A", "value": "1"}]`, `[["A", "1"]]`, `[{"A": "1"}, {"B": "2"}]` or
 * `["A=1"]` for `{"A": "1"}`. Entries with anything more to them, and names that stand twice, are left alone.
 */
export const collectEntries: ArgumentRule = {
  name: "collect-entries",
  confidence: "certain",
  level: "value",
  propose: (place) => replaceBy(isArray(place.value) ? collect(place.value, place) : undefined),
  examples: [
    {
      schema: { type: "object", properties: { env: { type: "object", additionalProperties: { type: "string" } } } },
      sent: {
        env: [
          { key: "A", value: "1" },
          { key: "B", value: "2" },
        ],
      },
      runs: { env: { A: "1", B: "2" } },
    },
    {
      schema: { type: "object", properties: { env: { type: "object", additionalProperties: { type: "string" } } } },
      sent: { env: [{ name: "A", value: "1" }] },
      runs: { env: { A: "1" } },
    },
    {
      schema: { type: "object", properties: { env: { type: "object", additionalProperties: { type: "string" } } } },
      sent: { env: ["A=1", "B=x=y"] },
      runs: { env: { A: "1", B: "x=y" } },
    },
    {
      schema: {
        type: "object",
        properties: { env: { type: "object", additionalProperties: { type: "string" } } },
        required: ["env"],
      },
      sent: {
        env: [
          { key: "A", value: "1" },
          { key: "A", value: "2" },
        ],
      },
    },
    {
      schema: {
        type: "object",
        properties: { env: { type: "object", additionalProperties: { type: "string" } } },
        required: ["env"],
      },
      sent: {
        env: [
          { key: "A", value: "1", secret: true },
          { key: "B", value: "2" },
        ],
      },
    },
  ],
};

function collect(list: readonly Json[], { schema, root }: Place): JsonObject | undefined {
  const types = typesOf(schema, root);
  if (!types.has("object") || types.has("array") || !isMap(schema) || list.length === 0) return undefined;
  // Pairs and objects of one key may be values just as well; the type of the map's values tells.
  const readers = isTyped(schema, root) ? [readNamedEntry, readPair, readSingle, readAssignment] : [readNamedEntry];
  for (const read of readers) {
    const entries = list.map((item) => read(item));
    if (!entries.every((entry) => entry !== undefined)) continue;
    const names = new Set(entries.map(([name]) => name));
    return names.size === entries.length ? Object.fromEntries(entries) : undefined;
  }
  return undefined;
}

/** Whether an object schema leaves its keys open and says what they hold. */
function isMap(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const declares = isObject(schema.properties) && Object.keys(schema.properties).length > 0;
  return !declares && (schema.additionalProperties !== false || isObject(schema.patternProperties));
}

/** Whether a map says of which type its values are. */
function isTyped(schema: unknown, root: Place["root"]): boolean {
  const rest = isSchemaObject(schema) ? schema.additionalProperties : undefined;
  return isObject(rest) && typesOf(rest, root).size <= 2;
}

function readPair(item: Json): Entry | undefined {
  if (!isArray(item) || item.length !== 2) return undefined;
  const [name, value] = item;
  return typeof name === "string" && value !== undefined ? [name, value] : undefined;
}

function readSingle(item: Json): Entry | undefined {
  const entries = isObject(item) ? Object.entries(item) : [];
  return entries.length === 1 ? entries[0] : undefined;
}

function readAssignment(item: Json): Entry | undefined {
  const found = typeof item === "string" ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(item) : null;
  return found === null ? undefined : [found[1] ?? "", found[2] ?? ""];
}
