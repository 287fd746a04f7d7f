import { conversionOf } from "../../../core/conversion.ts";
import { fits, itemSchema } from "../../../core/fits.ts";
import { isArray, type Json, type JsonType } from "../../../core/json.ts";
import type { Place } from "../../../core/rule.ts";
import { isSchemaObject, resolve, typesOf } from "../../../core/schema.ts";
import type { Container } from "./containers.ts";

const ONLY_LIST: ReadonlySet<JsonType> = new Set(["array"]);

/** Whether a place asks for a list or an object, and for no string. */
export function acceptsContainer(schema: unknown, root: Place["root"]): boolean {
  const types = typesOf(schema, root);
  return (types.has("array") || types.has("object")) && !types.has("string");
}

/** A list or object in the form a place asks for: as it is, as the only item of a list, or as the item of a list of one. */
export function asAsked(found: Container | undefined, schema: Place["schema"], root: Place["root"]): Json | undefined {
  if (found === undefined) return undefined;
  const types = typesOf(schema, root);
  if (isArray(found)) {
    if (types.has("array")) return found;
    return types.has("object") && found.length === 1 && !isArray(found[0]) ? found[0] : undefined;
  }
  // An object that only stands around a list is opened next.
  if (types.has("object") || conversionOf(found, ONLY_LIST, "") === "shell-in-list") return found;
  if (Object.keys(found).length === 0) return undefined;
  return itemTypes(schema, root).has("object") && !itemTypes(schema, root).has("string") ? [found] : undefined;
}

/** The types that the first item of a list may have. */
export function itemTypes(schema: unknown, root: Place["root"]): ReturnType<typeof typesOf> {
  const node = resolve(schema, root);
  return typesOf(isSchemaObject(node) ? itemSchema(node, 0) : true, root);
}

/** Whether a value would do as an item of the list, as it stands. */
export function fitsItem(value: Json, schema: unknown, root: Place["root"]): boolean {
  const node = resolve(schema, root);
  return !isSchemaObject(node) || fits(value, itemSchema(node, 0), root);
}
