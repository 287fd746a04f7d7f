import type { JsonSchema } from "@earendil-works/pi-schema";
import { isObject, type Json, type JsonType } from "./json.ts";

export type { JsonSchema };

/** A schema object as it is read here: any keyword may be missing or malformed, so each is checked where it is used. */
export type SchemaObject = { readonly [keyword: string]: unknown };

export function isSchemaObject(schema: unknown): schema is SchemaObject {
  return isObject(schema);
}

/** How many references are followed before a chain counts as unresolvable. */
const MAX_REFERENCES = 32;

/** The schema with its own `$ref` followed (local JSON Pointers); `true` for a reference that names nothing. */
export function resolve(schema: unknown, root: JsonSchema): SchemaObject | boolean {
  let current = schema;
  for (let hops = 0; hops < MAX_REFERENCES; hops++) {
    if (typeof current === "boolean") return current;
    if (!isSchemaObject(current)) return true;
    if (typeof current.$ref !== "string") return current;
    current = lookup(current.$ref, root);
  }
  return true;
}

function lookup(reference: string, root: JsonSchema): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** The properties a schema declares, through `$ref`, `allOf`, `anyOf` and `oneOf`; the first declaration of a name wins. */
export function propertiesOf(schema: unknown, root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  if (!isSchemaObject(schema)) return NO_PROPERTIES;
  let found = knownProperties.get(schema);
  if (found === undefined) {
    found = readProperties(schema, root);
    knownProperties.set(schema, found);
  }
  return found;
}

const NO_PROPERTIES: ReadonlyMap<string, JsonSchema> = new Map();
const knownProperties = new WeakMap<SchemaObject, ReadonlyMap<string, JsonSchema>>();

function readProperties(schema: SchemaObject, root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  visit(schema, root, (node) => {
    if (!isSchemaObject(node.properties)) return;
    for (const [name, property] of Object.entries(node.properties)) {
      if (!found.has(name) && (typeof property === "boolean" || isSchemaObject(property))) found.set(name, property);
    }
  });
  return found;
}

/** The JSON types the schema may accept; every type when it says nothing. `number` includes `integer`. */
export function typesOf(schema: unknown, root: JsonSchema): ReadonlySet<JsonType> {
  if (!isSchemaObject(schema)) return new Set(collectTypes(schema, root, 0));
  let types = knownTypes.get(schema);
  if (types === undefined) {
    types = new Set(collectTypes(schema, root, 0));
    knownTypes.set(schema, types);
  }
  return types;
}

/** As `typesOf`, for one alternative that `branchesOf` returned. */
export function typesOfBranch(branch: SchemaObject): ReadonlySet<JsonType> {
  let types = knownTypes.get(branch);
  if (types === undefined) {
    types = new Set(ownTypes(branch));
    knownTypes.set(branch, types);
  }
  return types;
}

const knownTypes = new WeakMap<SchemaObject, ReadonlySet<JsonType>>();

const ALL_TYPES: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

function collectTypes(schema: unknown, root: JsonSchema, depth: number): readonly JsonType[] {
  const node = resolve(schema, root);
  if (node === true || depth > MAX_REFERENCES) return ALL_TYPES;
  if (node === false) return [];
  let types = ownTypes(node);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = node[keyword];
    if (!Array.isArray(branches)) continue;
    const allowed = new Set(branches.flatMap((branch) => collectTypes(branch, root, depth + 1)));
    types = types.filter((type) => allowed.has(type));
  }
  if (Array.isArray(node.allOf)) {
    for (const member of node.allOf) {
      const allowed = new Set(collectTypes(member, root, depth + 1));
      types = types.filter((type) => allowed.has(type));
    }
  }
  return types;
}

function ownTypes(node: SchemaObject): readonly JsonType[] {
  if (Object.hasOwn(node, "const")) return [jsonType(node.const)];
  if (Array.isArray(node.enum)) return [...new Set(node.enum.map(jsonType))];
  const declared = typeof node.type === "string" ? [node.type] : Array.isArray(node.type) ? node.type : undefined;
  if (declared !== undefined) {
    return ALL_TYPES.filter((type) => declared.includes(type) || (type === "integer" && declared.includes("number")));
  }
  if (isSchemaObject(node.properties)) return ["object"];
  if (node.items !== undefined || node.prefixItems !== undefined) return ["array"];
  return ALL_TYPES;
}

function jsonType(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as JsonType;
}

/** Every schema node that applies to the same value: the node itself, its references and its combinators' branches. */
function visit(schema: unknown, root: JsonSchema, see: (node: SchemaObject) => void, seen = new Set<unknown>()): void {
  const node = resolve(schema, root);
  if (typeof node === "boolean" || seen.has(node)) return;
  seen.add(node);
  see(node);
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = node[keyword];
    if (Array.isArray(branches)) for (const branch of branches) visit(branch, root, see, seen);
  }
}

/** The value under a JSON Pointer step, or `undefined`. */
export function childOf(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
