import type { Tool } from "../../../core/call.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { FAILED, type Reading } from "./failed.ts";
import { requiredProperties } from "./only-property.ts";
import { squeezeKey } from "./places.ts";
import { isSame } from "./same.ts";

/**
 * The one object that a sequence of values stands for: empty objects in front of it, copies of it, and snapshots of it while
 * it grew key by key count for nothing. Fails on two different objects. Two of which the first could be a call of its own
 * are two calls, even if the second says more.
 */
export function settleObjects(values: readonly Json[], tool: Tool): Reading<JsonObject> {
  const objects = values.filter(isObject);
  const [first, last] = [objects[0], objects.at(-1)];
  if (first === undefined || last === undefined || objects.length !== values.length) return FAILED;
  if (!objects.every((object, at) => at === 0 || isPrefix(objects[at - 1] ?? {}, object))) return FAILED;
  const twoCalls = objects.length === 2 && !isSame(first, last) && Object.keys(first).length > 0;
  return twoCalls && isComplete(first, tool) ? FAILED : last;
}

/** Whether an object has every property that the tool must be given. */
function isComplete(object: JsonObject, tool: Tool): boolean {
  const keys = new Set(Object.keys(object).map(squeezeKey));
  return requiredProperties(tool).every((name) => keys.has(squeezeKey(name)));
}

/** Whether the members of one object are the first members of another. */
function isPrefix(one: JsonObject, other: JsonObject): boolean {
  if (isSame(one, other)) return true;
  const others = Object.keys(other);
  return Object.keys(one).every((key, at) => others[at] === key && isSame(one[key] ?? null, other[key] ?? null));
}
