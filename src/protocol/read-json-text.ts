import { isObject } from "../core/json.ts";
import { readHostJson } from "../grammar/json-text.ts";
import type { Source } from "../grammar/source.ts";

/** A piece of argument text, and where what follows it begins. */
export interface BodyText {
  readonly text: string;
  readonly end: number;
}

/**
 * The JSON object that starts at `at`, or what stands there up to the closing mark: a body that is no JSON may hold the
 * mark only at its end. `undefined` when there is neither.
 */
export function readJsonText(source: Source, at: number, closer: string): BodyText | undefined {
  const start = source.skipSpace(at);
  const end = source.text[start] === "{" ? endOfObject(source.text, start) : -1;
  if (end !== -1) {
    const text = source.text.slice(start, end);
    if (isObject(readHostJson(text))) return { text, end };
  }
  const close = source.find(closer, start);
  return close === -1 ? undefined : { text: source.text.slice(at, close), end: close };
}

/**
 * Where the object that opens at `at` closes (exclusive), or -1. A mark that can only stand in a string ends the search,
 * so that a text full of open objects is not searched to its end for each of them.
 */
function endOfObject(text: string, at: number): number {
  let depth = 0;
  TOKEN.lastIndex = at;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [mark] = token;
    if (mark === "<") return -1;
    if (mark === "{" || mark === "[") depth++;
    else if (mark === "}" || mark === "]") depth--;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return -1;
}

/** A string, the last one also without its end, or a single mark. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[{}[\]<]/g;
