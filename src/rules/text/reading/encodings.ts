import type { Tool } from "../../../core/call.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { FAILED } from "./failed.ts";
import { holdsCall } from "./holds-call.ts";
import { decodeJsonString } from "./quotes.ts";
import { readRootString } from "./root-string.ts";

const ESCAPED_START = /^(?:\s|\\[nrt])*\[?(?:\s|\\[nrt])*\{(?:\s|\\[nrt])*\\+["']/;
const JSON_START = /^(?:\s|\\[nrt])*[[{"']/;

/** What a text says one level of encoding further in: every way of undoing one, and nothing for a text that is not encoded. */
export function encodedTexts(text: string, tool: Tool): readonly string[] {
  const head = text.slice(0, 256);
  if (ESCAPED_START.test(head)) return unescaped(text);
  if (/&(?:quot|#34|#x22|apos|#39);/i.test(head) && !text.includes('"')) return fromEntities(text);
  if (/^\s*%(?:7B|5B)/i.test(head) && !/["{}\s]/.test(text)) return fromPercents(text);
  const doubled = /^\s*\{(\s*\{[\s\S]*\}\s*)\}\s*$/.exec(text)?.[1];
  if (doubled !== undefined) return [doubled];
  const inner = readRootString(text);
  if (inner === FAILED) return [];
  return JSON_START.test(inner.slice(0, 256)) || holdsCall(inner, tool) ? [inner] : [];
}

/**
 * Text whose quotes are escaped. Either it is a whole JSON string without its quotes, or only the quotes were escaped and the
 * other backslashes stand for themselves. The two differ where a backslash stands before something else than a quote.
 */
function unescaped(text: string): readonly string[] {
  if (WINDOWS_PATH.test(text)) return [];
  const whole = decodeJsonString(text);
  const quotes = text.replaceAll(/\\(["'])/g, "$1");
  if (whole === quotes) return [whole];
  if (!isWholeString(text)) return [quotes];
  // Escaped quotes within a string are escaped twice; read as if only the quotes were, they would end the string.
  return parseJson(whole) !== undefined && parseJson(quotes) === undefined ? [whole] : [whole, quotes];
}

/** A path of Windows: how often its backslashes were escaped cannot be told. */
const WINDOWS_PATH = /(?<!\p{L})[A-Za-z]:\\+(?![\\"'])/u;

/** Whether each run of backslashes is one that encoding a JSON text once more can leave behind. */
function isWholeString(text: string): boolean {
  return !/(?<!\\)(?:\\\\)*\\[^"\\/bfnrtu]/.test(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  "#34": '"',
  "#x22": '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

function fromEntities(text: string): readonly string[] {
  if (/[<>]/.test(text)) return [];
  return [text.replaceAll(/&(\w{2,4}|#x?\w{2,3});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)];
}

function fromPercents(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text.trim())];
  } catch {
    return [];
  }
}
