import { isSecretName } from "../../core/assigned-secrets.ts";
import { isArray, isObject, type Json } from "../../core/json.ts";
import { redact } from "../../core/redact.ts";

const MAX_TEXT = 400;
const MAX_ITEMS = 40;
const MAX_DEPTH = 8;

/**
 * A value as the user is shown it: credentials masked, long texts, long lists and deep nesting cut, everything else as
 * it is.
 */
export function shownValue(value: Json, key = "", depth = 0): Json {
  if (typeof value === "string") return shownText(value, key);
  if (isArray(value)) {
    if (depth >= MAX_DEPTH) return `… ${value.length} items`;
    const items = value.slice(0, MAX_ITEMS).map((item) => shownValue(item, key, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (depth >= MAX_DEPTH) return `… ${entries.length} keys`;
  return Object.fromEntries(
    entries.slice(0, MAX_ITEMS).map(([name, inner]) => [oneLine(name), shownValue(inner, name, depth + 1)]),
  );
}

/** A text with its credentials masked, cut to 400 characters. @param key The name it stands under. */
export function shownText(text: string, key = ""): string {
  if (text !== "" && isSecretName(key)) return "[redacted]";
  const masked = redact(text.slice(0, MAX_TEXT * 5));
  return text.length > MAX_TEXT
    ? `${masked.slice(0, MAX_TEXT)}… (${text.length.toLocaleString("en")} characters)`
    : masked;
}

/** What cannot move the cursor, change colours or turn the reading direction. Line breaks are blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}
