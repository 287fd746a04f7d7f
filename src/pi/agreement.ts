import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../core/json.ts";
import type { JsonSchema } from "../core/schema.ts";

/** Answers of the host that the own validator has to give as well before it is asked alone. */
const ENOUGH = 3;

type Agreement = number | "broken";

const agreements = new WeakMap<object, Agreement>();

/**
 * Whether the own validator, which is far cheaper to ask, may speak for the host about a schema: it gave the same answers
 * so far. One other answer, as a pi of another version may give, and the host is asked about that schema for good.
 */
export function speaksForHost(schema: JsonSchema): boolean {
  const agreement = typeof schema === "object" ? agreements.get(schema) : undefined;
  return typeof agreement === "number" && agreement >= ENOUGH;
}

/** Compares what both made of the same arguments; `undefined` is a rejection. */
export function compareAnswers(schema: JsonSchema, host: JsonObject | undefined, own: JsonObject | undefined): void {
  const known = typeof schema === "object" ? (agreements.get(schema) ?? 0) : "broken";
  if (typeof schema !== "object" || known === "broken") return;
  agreements.set(schema, isDeepStrictEqual(host, own) ? known + 1 : "broken");
}
