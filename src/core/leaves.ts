import { isArray, isObject, type Json } from "./json.ts";
import type { Pointer } from "./outcome.ts";
import { childPointer } from "./pointer.ts";

/** A scalar, or an empty list or object, with its place. */
export interface Leaf {
  readonly path: Pointer;
  /** The nearest property name above it; `""` when there is none. */
  readonly key: string;
  readonly value: Json;
}

/** The leaves of a value in reading order. */
export function leavesOf(value: Json, path: Pointer = "", key = ""): readonly Leaf[] {
  const found: Leaf[] = [];
  collect(value, path, key, found);
  return found;
}

function collect(value: Json, path: Pointer, key: string, found: Leaf[]): void {
  if (isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) collect(item, childPointer(path, index), key, found);
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [name, child] of Object.entries(value)) collect(child, childPointer(path, name), name, found);
  } else {
    found.push({ path, key, value });
  }
}

/** Where two values differ. */
export interface Difference {
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
  /** Property names that stand only in the first or only in the second, at their place. */
  readonly keysBefore: readonly string[];
  readonly keysAfter: readonly string[];
}

/** The leaves that do not stand at the same place with the same value in both. Shared parts cost nothing. */
export function differenceOf(before: Json, after: Json): Difference {
  const found = { before: [], after: [], keysBefore: [], keysAfter: [] };
  compare(before, after, "", "", found);
  return found;
}

interface Found {
  readonly before: Leaf[];
  readonly after: Leaf[];
  readonly keysBefore: string[];
  readonly keysAfter: string[];
}

function compare(before: Json, after: Json, path: Pointer, key: string, found: Found): void {
  if (before === after) return;
  if (isArray(before) && isArray(after) && before.length > 0 && after.length > 0) {
    for (const [index, item] of before.entries()) {
      const other = after[index];
      if (other === undefined) gather(item, childPointer(path, index), key, found.before, found.keysBefore);
      else compare(item, other, childPointer(path, index), key, found);
    }
    for (const [index, item] of after.entries()) {
      if (index >= before.length) gather(item, childPointer(path, index), key, found.after, found.keysAfter);
    }
  } else if (isObject(before) && isObject(after) && !isEmpty(before) && !isEmpty(after)) {
    for (const [name, child] of Object.entries(before)) {
      const at = childPointer(path, name);
      const other = Object.hasOwn(after, name) ? after[name] : undefined;
      if (other !== undefined) compare(child, other, at, name, found);
      else {
        found.keysBefore.push(name);
        gather(child, at, name, found.before, found.keysBefore);
      }
    }
    for (const [name, child] of Object.entries(after)) {
      if (Object.hasOwn(before, name)) continue;
      found.keysAfter.push(name);
      gather(child, childPointer(path, name), name, found.after, found.keysAfter);
    }
  } else if (!(isEmpty(before) && isEmpty(after) && isArray(before) === isArray(after))) {
    gather(before, path, key, found.before, found.keysBefore);
    gather(after, path, key, found.after, found.keysAfter);
  }
}

function gather(value: Json, path: Pointer, key: string, leaves: Leaf[], keys: string[]): void {
  collect(value, path, key, leaves);
  collectKeys(value, keys);
}

function collectKeys(value: Json, keys: string[]): void {
  if (isArray(value)) for (const item of value) collectKeys(item, keys);
  else if (isObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      keys.push(name);
      collectKeys(child, keys);
    }
  }
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
