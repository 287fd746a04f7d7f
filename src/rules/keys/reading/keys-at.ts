import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Place } from "../../../core/rule.ts";
import { isSchemaObject, type JsonSchema, typesOf } from "../../../core/schema.ts";
import { schemaUnder, shapeOf } from "../../../core/shape.ts";

/** The keys of an object against those its schema declares. */
export interface Keys {
  readonly value: JsonObject;
  readonly declared: ReadonlyMap<string, JsonSchema>;
  /** Keys of the value that the schema does not name, not even by a pattern. */
  readonly undeclared: readonly string[];
  /** Declared properties that the value does not have. */
  readonly absent: readonly string[];
  /** Those of `absent` that are required. */
  readonly missing: readonly string[];
  readonly closed: boolean;
}

/** The last answer: the rules for keys ask one after the other about the same object. */
let last: { readonly value: unknown; readonly schema: unknown; readonly keys: Keys | undefined } | undefined;

/** `undefined` where the value is no object, or where nothing is undeclared. */
export function keysAt({ value, schema }: Place): Keys | undefined {
  if (last?.value !== value || last.schema !== schema) last = { value, schema, keys: readKeys(value, schema) };
  return last.keys;
}

function readKeys(value: unknown, schema: unknown): Keys | undefined {
  if (!isObject(value) || !isSchemaObject(schema)) return undefined;
  const shape = shapeOf(schema);
  const missing = [...shape.required].filter((name) => !Object.hasOwn(value, name));
  const undeclared = Object.keys(value).filter((name) => !isDeclared(name));
  if (undeclared.length === 0) return undefined;
  return {
    value,
    declared: shape.properties,
    undeclared,
    absent: [...shape.properties.keys()].filter((name) => !Object.hasOwn(value, name)),
    missing,
    closed: shape.rest === "closed",
  };

  function isDeclared(name: string): boolean {
    // A map takes every name, unless a declared property is missing and may hide under one of them.
    return missing.length > 0 ? shape.properties.has(name) : schemaUnder(shape, name) !== undefined;
  }
}

/** Whether a value would not have to become text to be taken: a number under a name for words is another thing. */
export function keepsForm(value: Json | undefined, schema: JsonSchema | undefined, root: JsonSchema): boolean {
  if (typeof value !== "number" && typeof value !== "boolean") return true;
  const types = typesOf(schema, root);
  return typeof value === "boolean" ? types.has("boolean") : types.has("number") || types.has("integer");
}

/** Undeclared keys beyond which keys are not compared one with another. */
export const MAX_COMPARED = 64;
