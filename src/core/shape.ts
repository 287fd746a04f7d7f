import type { JsonSchema } from "@earendil-works/pi-schema";
import { isSchemaObject, resolve, type SchemaObject } from "./schema.ts";

/** What a schema without combinators says about an object. */
export interface Shape {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly (readonly [RegExp, JsonSchema])[];
  /**
   * What may stand under other names: `"closed"` nothing, `"open"` anything, and the host ignores it; else the schema
   * of a map's values.
   */
  readonly rest: "closed" | "open" | { readonly schema: JsonSchema };
}

const shapes = new WeakMap<SchemaObject, Shape>();

/** The shape of a schema node that `branchesOf` returned. */
export function shapeOf(node: SchemaObject): Shape {
  const known = shapes.get(node);
  if (known !== undefined) return known;
  const shape = readShape(node);
  shapes.set(node, shape);
  return shape;
}

function readShape(node: SchemaObject): Shape {
  const properties = isSchemaObject(node.properties) ? Object.entries(node.properties) : [];
  const patterns = isSchemaObject(node.patternProperties) ? Object.entries(node.patternProperties) : [];
  const required = Array.isArray(node.required) ? node.required.filter((name) => typeof name === "string") : [];
  return {
    properties: new Map(properties.filter(isSchemaEntry)),
    required: new Set(required),
    patterns: patterns.filter(isSchemaEntry).flatMap(([source, schema]) => {
      const pattern = compilePattern(source);
      return pattern === undefined ? [] : [[pattern, schema] as const];
    }),
    rest: readRest(node, properties.length > 0),
  };
}

function readRest(node: SchemaObject, declares: boolean): Shape["rest"] {
  const { additionalProperties, unevaluatedProperties } = node;
  if (additionalProperties === false || unevaluatedProperties === false) return "closed";
  if (isSchemaObject(additionalProperties)) return { schema: additionalProperties };
  // An object that declares nothing is free-form: whatever it holds was asked for.
  return declares ? "open" : { schema: true };
}

function isSchemaEntry(entry: [string, unknown]): entry is [string, JsonSchema] {
  return typeof entry[1] === "boolean" || isSchemaObject(entry[1]);
}

function compilePattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

/** The schema of the value under a name; `undefined` for an undeclared name of a closed or open object. */
export function schemaUnder(shape: Shape, name: string): JsonSchema | undefined {
  const declared = shape.properties.get(name);
  if (declared !== undefined) return declared;
  for (const [pattern, schema] of shape.patterns) if (pattern.test(name)) return schema;
  return typeof shape.rest === "object" ? shape.rest.schema : undefined;
}

/** How many alternatives of nested unions are looked at. */
const MAX_BRANCHES = 64;
const MAX_DEPTH = 16;

const branches = new WeakMap<SchemaObject, readonly SchemaObject[]>();

/**
 * The alternatives of a schema, each one schema object without `$ref`, `allOf`, `anyOf` and `oneOf`: siblings and
 * members are merged into it. A schema without unions has exactly one, and `false` has none.
 */
export function branchesOf(schema: unknown, root: JsonSchema): readonly SchemaObject[] {
  const node = resolveWithSiblings(schema, root);
  if (typeof node === "boolean") return node ? [ANYTHING] : [];
  const known = branches.get(node);
  if (known !== undefined) return known;
  const found = expand(node, root, 0);
  branches.set(node, found);
  return found;
}

const ANYTHING: SchemaObject = Object.freeze({});

/** A `$ref` without siblings resolves to the very node it names, so that its branches are computed once. */
function resolveWithSiblings(schema: unknown, root: JsonSchema): SchemaObject | boolean {
  if (isSchemaObject(schema) && typeof schema.$ref === "string" && Object.keys(schema).length > 1) return schema;
  return resolve(schema, root);
}

function expand(node: SchemaObject, root: JsonSchema, depth: number): readonly SchemaObject[] {
  if (depth > MAX_DEPTH) return [ANYTHING];
  if (!hasCombinator(node)) return [node];
  const { $ref, allOf, anyOf, oneOf, ...own } = node;
  let found: readonly SchemaObject[] = [own];
  const conjuncts = [...(typeof $ref === "string" ? [{ $ref }] : []), ...(Array.isArray(allOf) ? allOf : [])];
  for (const conjunct of conjuncts) found = combine(found, expandAny([conjunct], root, depth));
  for (const union of [anyOf, oneOf]) {
    if (Array.isArray(union)) found = combine(found, expandAny(union, root, depth));
  }
  return found;
}

function hasCombinator(node: SchemaObject): boolean {
  return (
    typeof node.$ref === "string" || Array.isArray(node.allOf) || Array.isArray(node.anyOf) || Array.isArray(node.oneOf)
  );
}

function expandAny(members: readonly unknown[], root: JsonSchema, depth: number): readonly SchemaObject[] {
  return members.flatMap((member) => {
    const node = resolveWithSiblings(member, root);
    if (typeof node === "boolean") return node ? [ANYTHING] : [];
    return expand(node, root, depth + 1);
  });
}

function combine(left: readonly SchemaObject[], right: readonly SchemaObject[]): readonly SchemaObject[] {
  return left.flatMap((one) => right.map((other) => merge(one, other))).slice(0, MAX_BRANCHES);
}

function merge(one: SchemaObject, other: SchemaObject): SchemaObject {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  const merged: Record<string, unknown> = { ...other, ...one };
  if (isSchemaObject(one.properties) || isSchemaObject(other.properties)) {
    merged.properties = mergeProperties(one.properties, other.properties);
  }
  if (Array.isArray(one.required) || Array.isArray(other.required)) {
    merged.required = [...new Set([...asList(one.required), ...asList(other.required)])];
  }
  if (one.type !== undefined && other.type !== undefined) {
    const allowed = asList(other.type);
    merged.type = asList(one.type).filter((type) => allowed.includes(type));
  }
  return merged;
}

function mergeProperties(one: unknown, other: unknown): SchemaObject {
  if (!isSchemaObject(one)) return isSchemaObject(other) ? other : {};
  if (!isSchemaObject(other)) return one;
  const merged: Record<string, unknown> = { ...other };
  for (const [name, schema] of Object.entries(one)) {
    const also = Object.hasOwn(other, name) ? other[name] : undefined;
    merged[name] = also === undefined || also === schema ? schema : { allOf: [schema, also] };
  }
  return merged;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
