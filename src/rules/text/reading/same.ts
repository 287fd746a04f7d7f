import { isArray, isObject, type Json, type JsonObject } from "../../../core/json.ts";

/** Whether two JSON values are equal; the order of keys does not count. */
export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (isArray(one)) {
    return isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at] ?? null));
  }
  return isObject(one) && isObject(other) && isSameObject(one, other);
}

function isSameObject(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key] ?? null, other[key] ?? null));
}
