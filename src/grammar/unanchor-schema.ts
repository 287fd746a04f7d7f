import { removeAnchors } from "./remove-anchors.ts";

/** Keywords whose value is a schema. */
const SCHEMA = [
  "items",
  "additionalItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
/** Keywords whose value is a list of schemas. */
const LIST = ["items", "prefixItems", "allOf", "anyOf", "oneOf"];
/** Keywords whose value holds schemas by name. */
const MAP = ["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];

/**
 * A schema without regex anchors in its `pattern` keywords. Only where schemas stand: a `default`, an `enum` or a property
 * that is called `pattern` stays. The same object comes back when nothing changes.
 */
export function unanchorSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return mapItems(schema);
  if (!isRecord(schema)) return schema;
  let changed = schema;
  const set = (key: string, value: unknown) => {
    if (value !== changed[key]) changed = { ...changed, [key]: value };
  };
  for (const key of SCHEMA) if (isRecord(schema[key])) set(key, unanchorSchema(schema[key]));
  for (const key of LIST) if (Array.isArray(schema[key])) set(key, mapItems(schema[key]));
  for (const key of MAP) if (isRecord(schema[key])) set(key, mapValues(schema[key]));
  if (typeof schema.pattern !== "string") return changed;
  const pattern = removeAnchors(schema.pattern);
  if (pattern !== undefined) set("pattern", pattern);
  else {
    const { pattern: _, ...rest } = changed;
    changed = rest;
  }
  return changed;
}

function mapItems(list: readonly unknown[]): readonly unknown[] {
  const mapped = list.map((item) => (isRecord(item) ? unanchorSchema(item) : item));
  return mapped.some((item, at) => item !== list[at]) ? mapped : list;
}

function mapValues(map: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(map).map(
    ([key, value]) => [key, isRecord(value) ? unanchorSchema(value) : value] as const,
  );
  return entries.some(([key, value]) => value !== map[key]) ? Object.fromEntries(entries) : map;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
