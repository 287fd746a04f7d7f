import { isArray, isObject, type Json } from "../core/json.ts";

/** Keywords that tell a model nothing it needs. */
const SILENT = new Set([
  "$schema",
  "$id",
  "$comment",
  "title",
  "examples",
  "example",
  "default",
  "deprecated",
  "readOnly",
]);

/** How much of a schema is kept, from nearly all to the bare structure. */
const STEPS = [
  { description: 160, depth: 12 },
  { description: 60, depth: 8 },
  { description: 0, depth: 6 },
  { description: 0, depth: 3 },
  { description: 0, depth: 1 },
] as const;

/** The JSON text of a schema within so many characters: descriptions go first, then what is nested deeply. */
export function compactSchema(schema: unknown, limit: number): string {
  let text = "";
  for (const { description, depth } of STEPS) {
    text = JSON.stringify(compact(schema as Json, description, depth));
    if (text.length <= limit) return text;
  }
  return text.length <= limit * 2 ? text : JSON.stringify(namesOf(schema));
}

/** @param depth Levels of properties that are still shown. */
function compact(node: Json, description: number, depth: number): Json {
  if (isArray(node)) return node.slice(0, 60).map((item) => compact(item, description, depth));
  if (!isObject(node)) return node;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (SILENT.has(key)) continue;
    if (key === "description" && typeof value === "string") {
      if (description > 0) kept.push([key, value.length > description ? `${value.slice(0, description)}…` : value]);
    } else if (key === "properties" && isObject(value)) {
      if (depth === 0) continue;
      const properties = Object.entries(value).map(([name, child]) => [name, compact(child, description, depth - 1)]);
      kept.push([key, Object.fromEntries(properties)]);
    } else if (key === "enum" || key === "const" || key === "required") kept.push([key, value]);
    else kept.push([key, compact(value, description, key === "$defs" || key === "definitions" ? depth - 1 : depth)]);
  }
  return Object.fromEntries(kept);
}

function namesOf(schema: unknown): Json {
  const properties = isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const required = isObject(schema) && isArray(schema.required) ? schema.required : [];
  return { type: "object", properties: properties.slice(0, 100), required };
}
