import { type Json, typeOf } from "./json.ts";

const MAX_CHARACTERS = 120;

/** One line that shows a value: its JSON text, cut to 120 characters. */
export function preview(value: Json): string {
  const text = typeof value === "object" && value !== null ? summary(value) : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

/** The JSON text of a small container; of a large one only its kind and size, since nobody reads it in a line. */
function summary(value: Json): string {
  const size = Object.keys(value as object).length;
  if (size > MAX_CHARACTERS / 4) return `${typeOf(value)} of ${size}`;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "string" && inner.length > MAX_CHARACTERS ? `${inner.slice(0, MAX_CHARACTERS)}…` : inner,
  );
}
