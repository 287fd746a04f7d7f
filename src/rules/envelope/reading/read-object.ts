import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { parseJson } from "../../../core/parse-json.ts";

/** How often a text may be the JSON text of a JSON text. */
const MAX_ENCODINGS = 4;

/** The object a text is the JSON text of, once or several times over. */
export function readObject(value: Json): JsonObject | undefined {
  let read: unknown = value;
  for (let level = 0; level < MAX_ENCODINGS && typeof read === "string"; level++) read = parseJson(read);
  return isObject(read) ? read : undefined;
}
