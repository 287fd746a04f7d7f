import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { FAILED, type Reading } from "./failed.ts";
import { isSame } from "./same.ts";

/**
 * The one object that a sequence of values stands for: empty objects in front of it, copies of it, and snapshots of it while
 * it grew key by key count for nothing. Fails on two different objects.
 */
export function settleObjects(values: readonly Json[]): Reading<JsonObject> {
  const objects = values.filter(isObject);
  const last = objects.at(-1);
  if (last === undefined || objects.length !== values.length) return FAILED;
  const grows = objects.every((object, at) => at === 0 || isPrefix(objects[at - 1] ?? {}, object));
  return grows ? last : FAILED;
}

/** Whether the members of one object are the first members of another. */
function isPrefix(one: JsonObject, other: JsonObject): boolean {
  if (isSame(one, other)) return true;
  const others = Object.keys(other);
  return Object.keys(one).every((key, at) => others[at] === key && isSame(one[key] ?? null, other[key] ?? null));
}
