import type { Json } from "./json.ts";

/** The value itself, and one key for all empty lists, and for all empty objects. */
export function valueKey(value: Json): unknown {
  return typeof value === "object" && value !== null ? (Array.isArray(value) ? "\0[]" : "\0{}") : value;
}
