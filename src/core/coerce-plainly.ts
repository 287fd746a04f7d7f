import type { JsonSchema } from "@earendil-works/pi-schema";
import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import { isSchemaObject, type SchemaObject } from "./schema.ts";
import { shapeOf } from "./shape.ts";
import { validatorOf } from "./validator.ts";

/**
 * The form that the host gives to arguments where a scalar is the text, number or boolean of another type with the same
 * meaning, or an optional property is null. Many valid calls need no more, and a host takes its time. What is valid as it
 * stands the host leaves alone, whatever its schema.
 * @returns `undefined` where nothing is to be changed, or more than that: then the host itself has to be asked.
 */
export function coercePlainly(args: JsonObject, schema: JsonSchema): JsonObject | undefined {
  const plan = planOf(schema);
  if (plan === undefined) return undefined;
  let runs: Record<string, Json> | undefined;
  for (const name in args) {
    const type = plan.types.get(name);
    const value = args[name] ?? null;
    if (type === undefined || isOf(value, type)) continue;
    const isLeftOut = value === null && !plan.required.has(name);
    const converted = isLeftOut ? null : convert(value, type);
    if (converted === undefined) return undefined;
    runs ??= { ...args };
    if (isLeftOut) delete runs[name];
    else runs[name] = converted;
  }
  return runs !== undefined && validatorOf(schema)?.check(runs) === true ? runs : undefined;
}

const PLAIN_TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;
type PlainType = (typeof PLAIN_TYPES)[number];

function isOf(value: Json, type: PlainType): boolean {
  switch (type) {
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number";
    default:
      return typeof value === type;
  }
}

interface Plan {
  /** The properties that the host converts by their type and by nothing else. */
  readonly types: ReadonlyMap<string, PlainType>;
  readonly required: ReadonlySet<string>;
}

const plans = new WeakMap<SchemaObject, { readonly plan: Plan | undefined }>();

function planOf(schema: JsonSchema): Plan | undefined {
  if (!isSchemaObject(schema)) return undefined;
  let known = plans.get(schema);
  if (known === undefined) {
    known = { plan: makePlan(schema) };
    plans.set(schema, known);
  }
  return known.plan;
}

/** `undefined` for arguments that the host converts by more than their properties. */
function makePlan(schema: SchemaObject): Plan | undefined {
  const { properties, required, patterns } = shapeOf(schema);
  if (schema.type !== "object" || !isPlain(schema) || patterns.length > 0) return undefined;
  const types = new Map<string, PlainType>();
  for (const [name, property] of properties) {
    if (!isSchemaObject(property) || !isPlain(property)) continue;
    const type = PLAIN_TYPES.find((plain) => plain === property.type);
    if (type !== undefined) types.set(name, type);
  }
  return { types, required };
}

/** Keywords by which the host converts, whatever the type says. */
const CONVERTING = ["$ref", "const", "enum", "anyOf", "oneOf", "allOf"] as const;

function isPlain(node: SchemaObject): boolean {
  return CONVERTING.every((keyword) => node[keyword] === undefined);
}

function convert(value: Json, type: PlainType): Json | undefined {
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "boolean":
      return TRUE.has(value) ? true : FALSE.has(value) ? false : undefined;
    case "number":
    case "integer": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
      return Number.isInteger(number) || (type === "number" && Number.isFinite(number)) ? number : undefined;
    }
    case "array":
    case "object":
      return undefined;
    default:
      return type satisfies never;
  }
}

const TRUE: ReadonlySet<Json> = new Set<Json>([1, "1", "true"]);
const FALSE: ReadonlySet<Json> = new Set<Json>([0, "0", "false"]);
