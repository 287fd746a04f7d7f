import type { Tool } from "../../../core/call.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { skipBlanks } from "./cursor.ts";
import { FAILED, type Reading } from "./failed.ts";
import { JsonReader, type StringEnds } from "./json-reader.ts";
import { isNoise } from "./noise.ts";
import { type Path, placesOf } from "./places.ts";

/** The objects and lists that stand in a text, in order; everything between them is noise. */
export type Document = readonly Json[];

/** More values than this are no repetition of one call. */
const MAX_ROOTS = 64;

const OPENERS = /[{[]/g;
/** Tokens of chat templates in square brackets, which are no lists: `[TOOL_CALLS]`, `[ARGS]`. */
const BRACKET_TOKEN = /\[\/?[A-Z][A-Z_]+\]/y;
const FIRST_KEY = /["'“]?([\p{L}_$][\p{L}\p{N}_$.-]{0,127})["'”]?\s?:/uy;

/**
 * Reads the objects and lists of a text. Fails on a value that cannot be read without loss, and when the text around the values
 * says something that they do not.
 */
export function readDocument(text: string, tool: Tool, ends: StringEnds): Reading<Document> {
  const reader = new JsonReader(text, placesOf(tool), ends);
  const roots: Json[] = [];
  const gaps: string[] = [];
  if (startsWithMember(text, tool)) {
    reader.at = skipBlanks(text, 0);
    const root = reader.members();
    if (root === FAILED) return FAILED;
    gaps.push("");
    roots.push(root);
  }
  for (let from = reader.at; ; from = reader.at) {
    const at = nextOpener(text, from);
    gaps.push(text.slice(from, at));
    if (at === text.length) break;
    reader.at = at;
    const value = reader.value();
    if (value === FAILED || roots.length === MAX_ROOTS) return FAILED;
    const root = isObject(value) ? withLateMembers(value, reader, tool) : value;
    if (root === FAILED) return FAILED;
    roots.push(root);
  }
  if (roots.length === 0 || reader.isDoubtful || isInsideString(text, gaps)) return FAILED;
  return isNoise({ before: gaps[0] ?? "", after: gaps.slice(1) }, roots, tool) ? roots : FAILED;
}

/**
 * Whether the values stand inside a string of another language, `f('{"path": "a\\\\nb"}')`, whose escapes would have to be undone
 * first: two backslashes may be one.
 */
function isInsideString(text: string, gaps: readonly string[]): boolean {
  const quote = /["']\s*$/.exec(gaps[0] ?? "")?.[0].trim();
  return quote !== undefined && (gaps.at(-1) ?? "").trimStart().startsWith(quote) && text.includes("\\\\");
}

/** Whether the text begins with a declared key instead of the brace in front of it. */
function startsWithMember(text: string, tool: Tool): boolean {
  FIRST_KEY.lastIndex = skipBlanks(text, 0);
  const found = FIRST_KEY.exec(text);
  return found?.[1] !== undefined && /^["'“]/.test(found[0]) && placesOf(tool).names([]).has(found[1]);
}

function nextOpener(text: string, from: number): number {
  let at = from;
  for (;;) {
    OPENERS.lastIndex = at;
    const found = OPENERS.exec(text);
    if (found === null) return text.length;
    BRACKET_TOKEN.lastIndex = found.index;
    const token = BRACKET_TOKEN.exec(text)?.[0];
    if (token === undefined) return found.index;
    at = found.index + token.length;
  }
}

/** An object with the declared members that stand behind a closing brace too many: `{"path":"a"},"limit":5}`. */
function withLateMembers(root: JsonObject, reader: JsonReader, tool: Tool): Reading<JsonObject> {
  const at = skipBlanks(reader.text, reader.at);
  if (reader.text[at] === "}" && mayBelongInside(root, tool)) return FAILED;
  if (reader.text[at] !== ",") return root;
  const rest = skipBlanks(reader.text, at + 1);
  FIRST_KEY.lastIndex = rest;
  const name = FIRST_KEY.exec(reader.text)?.[1];
  if (name === undefined || !placesOf(tool).names([]).has(name) || Object.hasOwn(root, name)) return root;
  const before = reader.at;
  reader.at = rest;
  const late = reader.members();
  if (late !== FAILED && Object.keys(late).every((key) => !Object.hasOwn(root, key))) {
    return mayBelongInside(root, tool) ? FAILED : { ...root, ...late };
  }
  reader.at = before;
  return root;
}

/**
 * With a closing brace too many, whether it may have closed an inner object too early: an undeclared key stands behind a
 * member that is an object, at any level.
 */
function mayBelongInside(value: Json, tool: Tool, path: Path = []): boolean {
  if (isArray(value)) return value.some((item, at) => mayBelongInside(item, tool, [...path, at]));
  if (!isObject(value)) return false;
  const names = placesOf(tool).names(path);
  let behindObject = false;
  for (const [key, child] of Object.entries(value)) {
    if ((behindObject && !names.has(key)) || mayBelongInside(child, tool, [...path, key])) return true;
    behindObject ||= isObject(child);
  }
  return false;
}
