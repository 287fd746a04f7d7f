import { endOfContainer } from "../grammar/json-text.ts";
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
  if (source.text[start] === "{") {
    const end = endOfContainer(source.text, start);
    // Braces in an unclosed string mislead the scan: the object counts only when it is JSON.
    if (end !== -1 && isJson(source.text.slice(start, end))) return { text: source.text.slice(start, end), end };
  }
  const close = source.find(closer, start);
  return close === -1 ? undefined : { text: source.text.slice(at, close), end: close };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
