import { isObject, type Json } from "../../../core/json.ts";

/** A name of a map, with what it stands for. */
export type Entry = readonly [string, Json];

const NAMES = ["key", "name", "k"];
const VALUES = ["value", "val", "v"];

/** The entry of a map, written as an object of its name and its value and nothing else. */
export function readNamedEntry(item: Json): Entry | undefined {
  if (!isObject(item) || Object.keys(item).length !== 2) return undefined;
  const name = NAMES.find((key) => Object.hasOwn(item, key));
  const value = VALUES.find((key) => Object.hasOwn(item, key));
  const named = name === undefined ? undefined : item[name];
  const held = value === undefined ? undefined : item[value];
  return typeof named === "string" && held !== undefined ? [named, held] : undefined;
}

/** Whether an object names an entry of a map, perhaps with more about it. */
export function looksLikeEntry(item: Json): boolean {
  return isObject(item) && [NAMES, VALUES].every((keys) => keys.some((key) => Object.hasOwn(item, key)));
}
