import { isArray, isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { parseLoose } from "./loose-json.ts";

export type Container = JsonObject | readonly Json[];

/** How often a text may be the JSON text of a JSON text. */
const MAX_ENCODINGS = 4;

/** The list or object a text is the JSON text of, once or several times over. */
export function parseEncoded(text: string): Container | undefined {
  let parsed: unknown = text;
  let read = text;
  for (let level = 0; level < MAX_ENCODINGS && typeof parsed === "string"; level++) {
    read = parsed;
    parsed = parseJson(read);
  }
  // The second reading refuses keys that stand twice and numbers that JSON cannot hold, which `JSON.parse` lets pass.
  return isContainer(parsed) && parseLoose(read) !== undefined ? parsed : undefined;
}

/** As `parseEncoded`, for text in single-quote, Python or JavaScript notation, also with its quotes escaped. */
export function parseNotation(text: string): Container | undefined {
  const loose = parseLoose(text) ?? parseOverEscaped(text);
  return isContainer(loose) ? loose : undefined;
}

/** Text whose every double quote carries a backslash, as in a string literal without its own quotes. */
function parseOverEscaped(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text) || !text.includes('\\"') || /(?<!\\)"/.test(text)) return undefined;
  const decoded = parseJson(`"${text.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`);
  return typeof decoded === "string" ? parseLoose(decoded) : undefined;
}

function isContainer(value: unknown): value is Container {
  return isArray(value) || isObject(value);
}
