import { type Json, type JsonObject, typeOf } from "./json.ts";

const MAX_CHARACTERS = 120;

/** One line that shows a value: its JSON text, cut to 120 characters. */
export function preview(value: Json): string {
  if (typeof value === "string") return cut(JSON.stringify(cut(value)));
  return cut(typeof value === "object" && value !== null ? summary(value) : String(value));
}

/** The JSON text of a small container; of a large one only its kind and size, since nobody reads it in a line. */
function summary(value: Json): string {
  const size = Object.keys(value as object).length;
  if (size > MAX_CHARACTERS / 4) return `${typeOf(value)} of ${size}`;
  return charactersLeft(value, MAX_CHARACTERS) > 0 ? JSON.stringify(value) : JSON.stringify(shortened(value, 3));
}

/** What is left of a number of characters once the value is written down; at most 0 when it does not fit. */
function charactersLeft(value: Json, left: number): number {
  if (typeof value === "string") return left - value.length;
  if (typeof value !== "object" || value === null) return left - 5;
  // Not by `Object.entries`: all but the first few keys of a large object go unread.
  for (const key in value) {
    left = charactersLeft((value as JsonObject)[key] ?? null, left - key.length);
    if (left <= 0) return left;
  }
  return left;
}

function shortened(value: Json, levels: number): Json {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return typeOf(value);
  if (Array.isArray(value)) return value.slice(0, 5).map((item: Json) => shortened(item, levels - 1));
  const keys = Object.keys(value).slice(0, 20);
  return Object.fromEntries(keys.map((key) => [cut(key), shortened((value as JsonObject)[key] ?? null, levels - 1)]));
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
