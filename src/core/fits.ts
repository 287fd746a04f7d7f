import type { JsonSchema } from "@earendil-works/pi-schema";
import { equal } from "@earendil-works/pi-schema";
import { formats } from "@earendil-works/pi-schema/formats";
import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import { resolve, type SchemaObject } from "./schema.ts";

/**
 * Whether a value is what the schema of its place asks for, as it stands: nothing is coerced. Rules ask this of the
 * pieces they consider; what runs in the end is decided by the host alone. Keywords that judge a value by others
 * (`if`, `dependentSchemas`, `unevaluated…`) are left to the host.
 */
export function fits(value: Json, schema: unknown, root: JsonSchema): boolean {
  const node = resolve(schema, root);
  if (typeof node === "boolean") return node;
  if (!fitsType(value, node.type)) return false;
  if (Object.hasOwn(node, "const") && !equal(value, node.const)) return false;
  if (Array.isArray(node.enum) && !node.enum.some((member) => equal(value, member))) return false;
  if (!fitsCombinators(value, node, root)) return false;
  if (typeof value === "string") return fitsString(value, node);
  if (typeof value === "number") return fitsNumber(value, node);
  if (isArray(value)) return fitsList(value, node, root);
  return isObject(value) ? fitsObject(value, node, root) : true;
}

function fitsType(value: Json, type: unknown): boolean {
  if (typeof type === "string") return isOfType(value, type);
  return Array.isArray(type) ? type.some((name) => isOfType(value, name)) : true;
}

function isOfType(value: Json, type: unknown): boolean {
  if (type === "array") return isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function fitsCombinators(value: Json, node: SchemaObject, root: JsonSchema): boolean {
  const { allOf, anyOf, oneOf } = node;
  if (Array.isArray(allOf) && !allOf.every((branch) => fits(value, branch, root))) return false;
  if (Array.isArray(anyOf) && !anyOf.some((branch) => fits(value, branch, root))) return false;
  if (Array.isArray(oneOf) && oneOf.filter((branch) => fits(value, branch, root)).length !== 1) return false;
  return node.not === undefined || !fits(value, node.not, root);
}

function fitsString(value: string, node: SchemaObject): boolean {
  if (typeof node.minLength === "number" && charactersOf(value) < node.minLength) return false;
  if (typeof node.maxLength === "number" && charactersOf(value) > node.maxLength) return false;
  if (typeof node.pattern === "string" && patternOf(node.pattern)?.test(value) === false) return false;
  if (typeof node.format !== "string" || !Object.hasOwn(formats, node.format)) return true;
  return formats[node.format]?.(value) ?? true;
}

function charactersOf(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

const patterns = new Map<string, RegExp | undefined>();
const MAX_PATTERNS = 1000;

/** The compiled pattern; `undefined` for one that is not a regular expression. */
function patternOf(source: string): RegExp | undefined {
  if (patterns.has(source)) return patterns.get(source);
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  const pattern = compilePattern(source, "u") ?? compilePattern(source, "");
  patterns.set(source, pattern);
  return pattern;
}

function compilePattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function fitsNumber(value: number, node: SchemaObject): boolean {
  if (typeof node.minimum === "number" && value < node.minimum) return false;
  if (typeof node.maximum === "number" && value > node.maximum) return false;
  if (typeof node.exclusiveMinimum === "number" && value <= node.exclusiveMinimum) return false;
  return typeof node.exclusiveMaximum !== "number" || value < node.exclusiveMaximum;
}

function fitsList(list: readonly Json[], node: SchemaObject, root: JsonSchema): boolean {
  if (typeof node.minItems === "number" && list.length < node.minItems) return false;
  if (typeof node.maxItems === "number" && list.length > node.maxItems) return false;
  if (node.uniqueItems === true && list.length <= MAX_COMPARED && repeats(list)) return false;
  return list.every((item, index) => fits(item, itemSchema(node, index), root));
}

/** Longer lists are not searched for repeated items here; the host still does. */
const MAX_COMPARED = 500;

function repeats(list: readonly Json[]): boolean {
  return list.some((item, at) => list.slice(0, at).some((other) => equal(item, other)));
}

/** What a list schema says about the item at an index; `true` when it says nothing. */
export function itemSchema(node: SchemaObject, index: number): unknown {
  const prefix = Array.isArray(node.prefixItems) ? node.prefixItems : Array.isArray(node.items) ? node.items : [];
  if (index < prefix.length) return prefix[index];
  return (Array.isArray(node.items) ? node.additionalItems : node.items) ?? true;
}

function fitsObject(value: JsonObject, node: SchemaObject, root: JsonSchema): boolean {
  const required = Array.isArray(node.required) ? node.required : [];
  if (required.some((key) => typeof key === "string" && !Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, child]) => fits(child, propertySchema(node, key), root));
}

/** What an object schema says about the value under a key; `true` when it says nothing. */
function propertySchema(node: SchemaObject, key: string): unknown {
  if (isObject(node.properties) && Object.hasOwn(node.properties, key)) return node.properties[key];
  if (isObject(node.patternProperties)) {
    for (const [source, schema] of Object.entries(node.patternProperties)) {
      if (patternOf(source)?.test(key) === true) return schema;
    }
  }
  return node.additionalProperties ?? true;
}
