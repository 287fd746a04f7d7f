import type { Json } from "./json.ts";

/**
 * The value of a JSON text; `undefined` for any other text. What shows at its ends that it is no JSON is not parsed: an
 * error that is thrown costs as much as deciding a whole call.
 */
export function parseJson(text: string): Json | undefined {
  if (!begins(text) || !ends(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const OPENERS = codes("[{");
const CLOSERS = codes("]}");
const SPACE = codes(" \t\n\r");
/** What the first scalar of a JSON text begins with, or the end of what is empty. */
const FIRST = codes('"]}-0123456789tfn');
/** What the last scalar of a JSON text ends in, or the beginning of what is empty. */
const LAST = codes('"[{0123456789el');

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

function begins(text: string): boolean {
  let at = 0;
  while (SPACE.has(text.charCodeAt(at)) || OPENERS.has(text.charCodeAt(at))) at++;
  return FIRST.has(text.charCodeAt(at));
}

function ends(text: string): boolean {
  let at = text.length - 1;
  while (SPACE.has(text.charCodeAt(at)) || CLOSERS.has(text.charCodeAt(at))) at--;
  return LAST.has(text.charCodeAt(at));
}
