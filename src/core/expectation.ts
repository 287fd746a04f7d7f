import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Pointer } from "./outcome.ts";
import { lastStep } from "./pointer.ts";
import { rememberNames } from "./remember-names.ts";
import { isSchemaObject, type SchemaObject, typesOfBranch } from "./schema.ts";
import { branchesOf, schemaUnder, shapeOf } from "./shape.ts";

/** The longest expectation shown for one place. */
const MAX_CHARACTERS = 160;

/** What the schema asks for at a path, in a few words; `""` where it says nothing. */
export function expectationAt(path: Pointer, root: JsonSchema): string {
  const text = describe(schemaAt(path, root), root, 1);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

/** The declared field names of the object at a path, required ones first and marked with `*`. */
export function fieldsAt(path: Pointer, root: JsonSchema): readonly string[] {
  const names = new Map<string, boolean>();
  for (const branch of branchesOf(schemaAt(path, root), root)) {
    const { properties, required } = shapeOf(branch);
    for (const name of properties.keys()) names.set(name, required.has(name) || names.get(name) === true);
  }
  const entries = [...names].toSorted(([, one], [, other]) => Number(other) - Number(one));
  return entries.map(([name]) => name);
}

/**
 * What the schema says about the place of a path, over all its alternatives; `undefined` where it declares nothing.
 */
export function schemaAt(path: Pointer, root: JsonSchema): JsonSchema | undefined {
  if (typeof root !== "object" || path === "") return findSchema(path, root);
  let find = finders.get(root);
  if (find === undefined) {
    find = rememberNames((place) => ({ schema: findSchema(place, root) }), MAX_PLACES);
    finders.set(root, find);
  }
  // The members of one object are asked for one after the other, so it is the object's schema that is worth keeping.
  return childSchema(find(path.slice(0, path.lastIndexOf("/"))).schema, lastStep(path), root);
}

const finders = new WeakMap<object, (path: Pointer) => { readonly schema: JsonSchema | undefined }>();

/** Objects and lists of one schema that are remembered: few calls have more. */
const MAX_PLACES = 200;

function findSchema(path: Pointer, root: JsonSchema): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const step of path.split("/").slice(1)) {
    schema = childSchema(schema, lastStep(step), root);
    if (schema === undefined) return undefined;
  }
  return schema;
}

function childSchema(schema: JsonSchema | undefined, name: string, root: JsonSchema): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const found: readonly JsonSchema[] = branchesOf(schema, root).flatMap((branch) => schemaOfChild(branch, name) ?? []);
  const [only, ...others]: readonly JsonSchema[] = found.length < 2 ? found : [...new Set(found)];
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

function schemaOfChild(branch: SchemaObject, name: string): JsonSchema | undefined {
  if (isSchemaObject(branch.items) && /^\d+$/u.test(name)) return branch.items;
  return typesOfBranch(branch).has("object") ? schemaUnder(shapeOf(branch), name) : undefined;
}

function describe(schema: JsonSchema | undefined, root: JsonSchema, depth: number): string {
  if (schema === undefined || typeof schema === "boolean") return "";
  const alternatives = branchesOf(schema, root).map((branch) => {
    if (Array.isArray(branch.enum)) return branch.enum.map((member) => JSON.stringify(member)).join(" | ");
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    if (isSchemaObject(branch.items)) {
      const items = depth > 3 ? "" : describe(branch.items as JsonSchema, root, depth + 1);
      return items === "" ? "array" : `array of ${items}`;
    }
    const { properties, required } = shapeOf(branch);
    if (properties.size > 0) {
      return `{ ${[...properties.keys()].map((name) => (required.has(name) ? name : `${name}?`)).join(", ")} }`;
    }
    const type = Array.isArray(branch.type) ? branch.type.join(" | ") : branch.type;
    return typeof type === "string" ? `${type}${constraint(branch)}` : "";
  });
  return [...new Set(alternatives.filter((text) => text !== ""))].join(" | ");
}

function constraint({ pattern, format }: { readonly [keyword: string]: unknown }): string {
  if (typeof pattern === "string") return ` matching ${pattern}`;
  return typeof format === "string" ? ` (${format})` : "";
}
