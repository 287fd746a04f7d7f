import { isArray, type Json } from "./json.ts";

/**
 * Whether a text spells out a value: every key and every scalar in its order, as it stands or as JSON or a single-quoted string escapes it, with
 * nothing but brackets, quotes, commas, colons and white space between, before and after them.
 *
 * The short way to see that a reading of a text neither invents nor loses anything. A reading that is not recognised here,
 * one with an empty text, list or object among them, may be as faithful. Linear.
 */
export function spellsOut(text: string, value: Json): boolean {
  const end = follow(text, 0, value);
  return end !== -1 && behindStructure(text, end) === text.length;
}

/** The position behind the value in the text; -1 where the text says anything else. */
function follow(text: string, from: number, value: Json): number {
  if (typeof value === "string") return followWord(text, from, value);
  if (typeof value !== "object" || value === null) return followScalar(text, from, value);
  let at = -1;
  if (isArray(value)) {
    for (const item of value) {
      at = follow(text, at === -1 ? from : at, item);
      if (at === -1) return -1;
    }
    return at;
  }
  for (const key in value) {
    at = followWord(text, at === -1 ? from : at, key);
    if (at !== -1) at = follow(text, at, value[key] ?? null);
    if (at === -1) return -1;
  }
  return at;
}

/** The position behind a word that stands next, between marks of structure. */
function followWord(text: string, from: number, word: string): number {
  const at = behindStructure(text, from);
  if (word === "" || (at === from && from > 0)) return -1;
  const end = endOf(text, at, word);
  return end === text.length || isStructure(text, end) ? end : -1;
}

function endOf(text: string, at: number, word: string): number {
  if (text.startsWith(word, at)) return at + word.length;
  const escaped = JSON.stringify(word).slice(1, -1);
  for (const form of [escaped, escaped.replaceAll("'", "\\'"), escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")]) {
    if (form !== word && text.startsWith(form, at)) return at + form.length;
  }
  return -1;
}

/** As `followWord`, for what JSON writes without quotes, also in the notation of other languages. */
function followScalar(text: string, from: number, value: number | boolean | null): number {
  const end = followWord(text, from, String(value));
  if (end !== -1) return end;
  const at = behindStructure(text, from);
  let behind = at;
  while (behind < text.length && behind - at < MAX_SCALAR && !isStructure(text, behind)) behind++;
  const token = text.slice(at, behind);
  if (token === "" || (at === from && from > 0) || (behind < text.length && !isStructure(text, behind))) return -1;
  const read = Object.hasOwn(LITERALS, token) ? LITERALS[token] : Number(token.replaceAll("_", ""));
  return read === value ? behind : -1;
}

/** No number takes more characters. */
const MAX_SCALAR = 40;
const LITERALS: Readonly<Record<string, Json>> = { True: true, False: false, None: null };

function behindStructure(text: string, from: number): number {
  let at = from;
  while (at < text.length && isStructure(text, at)) at++;
  return at;
}

const MARKS: ReadonlySet<number> = codes(" \n\r\t\ufeff\u200b{}[],:\"'“”‘’");
const QUOTES: ReadonlySet<number> = codes("\"'");
const BACKSLASH = 92;

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

/** A backslash belongs to the structure where it escapes a quote. */
function isStructure(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return MARKS.has(code) || (code === BACKSLASH && QUOTES.has(text.charCodeAt(at + 1)));
}
