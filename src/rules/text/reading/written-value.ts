import type { Tool } from "../../../core/call.ts";
import { isArray, type Json } from "../../../core/json.ts";
import { skipBlanks } from "./cursor.ts";
import { decodeEntities } from "./entities.ts";
import { FAILED } from "./failed.ts";
import { JsonReader } from "./json-reader.ts";
import { NUMBER, numberFrom } from "./numbers.ts";
import { placesOf } from "./places.ts";

/** A value written as plain text, with what is known about its place. */
export interface WrittenPlace {
  readonly tool: Tool;
  readonly path: readonly string[];
  /** Whether the property holds content, which may look like anything. */
  readonly content: boolean;
  /** What the notation says: a string, JSON, or nothing. */
  readonly isString: boolean | undefined;
  /** Whether the notation is one whose writers may have escaped `<` and `&`. */
  readonly entities: boolean;
}

const ENTITY = /&(?:lt|gt|amp|quot|apos|#39|#34);/;

/**
 * Every value a text may stand for at its place. Where the schema takes a string, that is the text as it is; `null` is the word
 * for nothing; a list or object written for a property that holds no content may be meant as such.
 */
export function valuesOf(text: string, { tool, path, content, isString, entities }: WrittenPlace): readonly Json[] {
  const types = placesOf(tool).types(path);
  const trimmed = text.trim();
  if (isString !== true && trimmed === "null" && !content) return [null];
  const takesString = types === undefined || types.has("string");
  const parsed = isString === true ? FAILED : parse(trimmed, tool, path);
  if (!takesString || isString === false) return [parsed === FAILED ? text : parsed];
  if (types !== undefined && typeof parsed !== "string" && parsed !== FAILED && takes(types, parsed)) return [parsed];
  if (types === undefined && parsed !== FAILED && isString === undefined)
    return typeof parsed === "number" ? [parsed] : [text, parsed];
  if (parsed !== FAILED && !content && isShellOfOne(parsed)) return [parsed];
  const texts =
    entities && ENTITY.test(text) && !/[<>]|&(?!\w+;|#\d+;)/.test(text) ? [text, decodeEntities(text)] : [text];
  return typeof parsed === "object" && parsed !== null && !content ? [...texts, parsed] : texts;
}

/** Whether a value is only a bracket around one scalar: where the property holds no content, none of it would be typed so. */
function isShellOfOne(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  const [key, another] = Object.keys(value);
  if (key === undefined || another !== undefined || (!isArray(value) && key !== "value")) return false;
  const [inside] = Object.values(value);
  return inside !== null && typeof inside !== "object";
}

function takes(types: ReadonlySet<string>, value: Exclude<Json, string>): boolean {
  if (value === null) return types.has("null");
  if (Array.isArray(value)) return types.has("array");
  if (typeof value === "number") return types.has("number") || (types.has("integer") && Number.isInteger(value));
  return types.has(typeof value);
}

/** The text as one JSON value or a notation beside it; failed when it holds anything else. */
function parse(text: string, tool: Tool, path: readonly string[]): Json | typeof FAILED {
  NUMBER.lastIndex = 0;
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined && number !== "" && number.length === text.length) {
    return numberFrom(number, placesOf(tool).types(path), path.at(-1) ?? "");
  }
  if (/^(?:true|false|null|True|False|None)$/.test(text)) return JSON.parse(text.toLowerCase().replace("none", "null"));
  if (!/^[[{"]/.test(text)) return FAILED;
  const reader = new JsonReader(text, placesOf(tool), "quote", 0, path);
  const value = reader.value();
  return value === FAILED || reader.cut || !reader.closed || skipBlanks(text, reader.at) < text.length ? FAILED : value;
}
