import type { JsonSchema } from "@earendil-works/pi-schema";
import { isObject, type JsonObject } from "./json.ts";
import { leavesOf } from "./leaves.ts";
import { foldName } from "./name-words.ts";
import { propertiesOf } from "./schema.ts";
import { branchesOf, shapeOf } from "./shape.ts";

const namesOfSchemas = new WeakMap<object, ReadonlySet<string>>();

/** Every property name a schema declares at any depth. */
export function declaredNames(schema: JsonSchema): ReadonlySet<string> {
  if (typeof schema !== "object") return new Set();
  const known = namesOfSchemas.get(schema);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, child] of Object.entries(node)) {
      if (key === "properties" && isObject(child)) for (const name of Object.keys(child)) names.add(name);
      visit(child);
    }
  };
  visit(schema);
  for (const name of propertiesOf(schema, schema).keys()) names.add(name);
  namesOfSchemas.set(schema, names);
  return names;
}

const foldedNames = new WeakMap<object, ReadonlySet<string>>();

/** Whether a schema declares the name at any depth, in any case and with any separators. */
export function isDeclared(name: string, schema: JsonSchema): boolean {
  if (typeof schema !== "object") return false;
  const folded = foldedNames.get(schema) ?? new Set([...declaredNames(schema)].map(foldName));
  foldedNames.set(schema, folded);
  return folded.has(foldName(name));
}

const schemaWords = new WeakMap<object, ReadonlySet<string>>();

/** Titles and descriptions of a schema: a model that copies the schema around a value sends them too. */
export function wordsOf(schema: JsonSchema): ReadonlySet<string> {
  if (typeof schema !== "object") return new Set();
  const known = schemaWords.get(schema);
  if (known !== undefined) return known;
  const leaves = leavesOf(schema as JsonObject);
  const texts = leaves.filter(({ key, value }) => typeof value === "string" && /^(?:description|title)$/.test(key));
  const words = new Set(texts.map(({ value }) => String(value)));
  schemaWords.set(schema, words);
  return words;
}

/** Whether a schema rejects undeclared keys at its top. */
export function isClosed(root: JsonSchema): boolean {
  return branchesOf(root, root).some((branch) => shapeOf(branch).rest === "closed");
}

/** A test for the names a schema declares at its top. */
export function isDeclaredAtTop(schema: JsonSchema): (name: string) => boolean {
  const properties = propertiesOf(schema, schema);
  return (name) => properties.has(name);
}
