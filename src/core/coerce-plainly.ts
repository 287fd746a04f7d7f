import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Json, JsonObject } from "./json.ts";
import { isSchemaObject, type SchemaObject } from "./schema.ts";
import { shapeOf } from "./shape.ts";
import { validatorOf } from "./validator.ts";

/**
 * The form that the host gives to arguments whose properties of one scalar type hold the text, number or boolean of
 * another with the same meaning, or an optional null. Many valid calls need no more, and a host takes its time.
 * @returns `undefined` where nothing is to be changed, or more than that: then the host itself has to be asked.
 */
export function coercePlainly(args: JsonObject, schema: JsonSchema): JsonObject | undefined {
  const plan = planOf(schema);
  if (plan === undefined) return undefined;
  let runs: Record<string, Json> | undefined;
  for (const name in args) {
    const type = plan.types.get(name);
    const value = args[name] ?? null;
    if (type === undefined || typeof value === type || (type === "integer" && typeof value === "number")) continue;
    if (value === null && !plan.required.has(name)) {
      runs ??= { ...args };
      delete runs[name];
      continue;
    }
    const converted = convert(value, type);
    if (converted === undefined) return undefined;
    runs ??= { ...args };
    runs[name] = converted;
  }
  return runs !== undefined && validatorOf(schema)?.check(runs) === true ? runs : undefined;
}

type ScalarType = "string" | "number" | "integer" | "boolean";

/** The properties of one scalar type; `undefined` for a schema under which the host looks at more than those. */
interface Plan {
  readonly types: ReadonlyMap<string, ScalarType>;
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

function makePlan(schema: SchemaObject): Plan | undefined {
  const { properties, required, patterns, rest } = shapeOf(schema);
  if (schema.type !== "object" || !isPlain(schema) || patterns.length > 0 || typeof rest === "object") return undefined;
  const types = new Map<string, ScalarType>();
  for (const [name, property] of properties) {
    const type = isSchemaObject(property) && isPlain(property) ? property.type : undefined;
    if (type === "string" || type === "number" || type === "integer" || type === "boolean") types.set(name, type);
  }
  return { types, required };
}

/** Keywords by which the host converts, whatever the type says. */
const CONVERTING = ["$ref", "const", "enum", "anyOf", "oneOf", "allOf"] as const;

function isPlain(node: SchemaObject): boolean {
  return CONVERTING.every((keyword) => node[keyword] === undefined);
}

function convert(value: Json, type: ScalarType): Json | undefined {
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "boolean":
      return value === 1 || value === "true" || value === "1"
        ? true
        : value === 0 || value === "false" || value === "0"
          ? false
          : undefined;
    case "number":
    case "integer": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
      return Number.isInteger(number) || (type === "number" && Number.isFinite(number)) ? number : undefined;
    }
    default:
      return type satisfies never;
  }
}
