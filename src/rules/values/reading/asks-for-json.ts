import { nameWords } from "../../../core/name-words.ts";
import { isSchemaObject } from "../../../core/schema.ts";

/** Whether a property takes JSON text, by its name or by what its schema says of it. */
export function asksForJson(key: string, schema: unknown): boolean {
  if (nameWords(key).includes("json")) return true;
  if (!isSchemaObject(schema)) return false;
  if (schema.contentMediaType === "application/json") return true;
  return [schema.description, schema.title].some((text) => typeof text === "string" && /\bjson\b/i.test(text));
}
