import { isArray, isObject, type Json } from "./json.ts";

const WORDS = new Set(["", "null", "none", "nil", "undefined", "n/a", "nan", "<null>", "<none>", "(none)"]);

/** Whether a text stands for nothing at all. */
export function isPlaceholderWord(text: string): boolean {
  return WORDS.has(
    text
      .trim()
      .toLowerCase()
      .replaceAll(/^["']|["']$/g, ""),
  );
}

/** Whether a value stands for nothing at all: null, an empty list or object, or a word for nothing. */
export function isPlaceholder(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "string") return isPlaceholderWord(value);
  return (isArray(value) || isObject(value)) && Object.keys(value).length === 0;
}
