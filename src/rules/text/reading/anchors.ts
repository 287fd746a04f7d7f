import { skipBlanks } from "./cursor.ts";
import type { Frame } from "./json-reader.ts";
import type { Path, Places } from "./places.ts";
import { isEscaped } from "./quotes.ts";

export interface OpenString {
  readonly text: string;
  /** Index of the opening quote. */
  readonly at: number;
  readonly quote: '"' | "'";
  /** The property whose value the string is. */
  readonly key: string;
  /** The open objects and lists, outermost first; the last one holds the string. */
  readonly frames: readonly Frame[];
  readonly path: Path;
  readonly places: Places;
}

/** What stands behind a quote: what ends the string, what ends a string but not this one, or more of the string. */
type Behind = "end" | "misplaced" | "content";

const KEY = /(["']?)([\p{L}_$][\p{L}\p{N}_$.-]{0,127})(["']?)\s?:/uy;
const QUOTED_KEY = /(["'])([^"'\\\n]{1,128})\1\s*:/y;
/** A key whose colon is missing. */
const COLONLESS_KEY = /(["'])[\p{L}_$][\p{L}\p{N}_$.-]{0,127}\1[ \t]+(?=["'{[\d-]|(?:true|false|null)\b)/uy;

/**
 * Finds the quote that ends a string whose inner quotes are not escaped: behind it stands a declared property that is
 * still awaited, the next object of the list, or the closing brackets of everything that is open.
 *
 * Quotes inside a string come in pairs, so an end inside an open pair is no end, and a key inside one is content. Where the
 * two disagree (an awaited property inside a pair, another end outside of one) the string is not read.
 * @returns The index of the quote, or -1.
 */
export function findAnchoredEnd(open: OpenString): number {
  const { text, quote } = open;
  let inPair = false;
  let opened = open.at;
  for (let at = text.indexOf(quote, open.at + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (isEscaped(text, at)) continue;
    const behind = lookBehind(open, at + 1);
    if (behind === "end") return inPair ? -1 : at;
    if (behind === "misplaced" && !inPair) return -1;
    if (quote === "'" && isApostrophe(text, at)) continue;
    // `"a" + "b"` is two strings, and what they are together was not sent.
    if (inPair && /^\s*\+\s*$/.test(text.slice(opened + 1, Math.min(at, opened + 32)))) return -1;
    inPair = !inPair;
    opened = at;
  }
  return -1;
}

function isApostrophe(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  return before !== "'" && after !== "'" && /\p{L}/u.test(before) && /\p{L}/u.test(after);
}

function lookBehind(open: OpenString, from: number): Behind {
  const { text, frames, quote } = open;
  const at = skipBlanks(text, from);
  if (text[at] === ",") {
    const next = skipBlanks(text, at + 1);
    if (text[next] === "{" && opensArguments(open, next)) return "misplaced";
    if (text[next] !== "}") {
      const behind = keyBehind(open, frames.length - 1, next);
      // A string without a key, like the item of a list.
      return behind === "content" && text[next] === quote ? "misplaced" : behind;
    }
    return climb(open, next);
  }
  if (text[at] === "}") return climb(open, at);
  if (text[at] === "]") return "misplaced";
  // A key without the comma in front of it: it may also be the comma that is missing.
  const isKey = text[at] === quote && text[at + 1] !== quote && keyBehind(open, frames.length - 1, at) !== "content";
  return isKey ? "misplaced" : "content";
}

/** Whether an object begins whose first key is one of the tool's own. */
function opensArguments({ text, places }: OpenString, at: number): boolean {
  QUOTED_KEY.lastIndex = skipBlanks(text, at + 1);
  const name = QUOTED_KEY.exec(text)?.[2];
  return name !== undefined && places.names([]).has(name);
}

/** Follows closing brackets outwards until something else stands there, and judges that. */
function climb(open: OpenString, from: number): Behind {
  const { text, frames } = open;
  let at = from;
  for (let level = frames.length - 1; level >= 0; level--) {
    if (text[at] === ",") {
      const next = skipBlanks(text, at + 1);
      if (text[next] !== closer(frames[level])) return continues(open, level, next);
      at = next;
    }
    if (text[at] !== closer(frames[level])) return "misplaced";
    at = skipBlanks(text, at + 1);
  }
  return (open.quote === '"' ? /["“”{[]/ : /["'“”{[]/).test(text.slice(at)) ? "misplaced" : "end";
}

function closer(frame: Frame | undefined): string {
  return frame?.members === undefined ? "]" : "}";
}

function continues(open: OpenString, level: number, at: number): Behind {
  const { text, frames, path, places } = open;
  const frame = frames[level];
  if (frame?.members !== undefined) return keyBehind(open, level, at);
  if (text[at] !== "{" || frame === undefined) return "content";
  QUOTED_KEY.lastIndex = skipBlanks(text, at + 1);
  const name = QUOTED_KEY.exec(text)?.[2];
  return name !== undefined && places.names([...path.slice(0, frame.path), 0]).has(name) ? "end" : "content";
}

function keyBehind({ text, frames, path, places, key, quote }: OpenString, level: number, at: number): Behind {
  const frame = frames[level];
  if (frame?.members === undefined) return "content";
  const isAwaited = (name: string) =>
    name !== (level === frames.length - 1 ? key : String(path[frame.path] ?? "")) &&
    !Object.hasOwn(frame.members ?? {}, name) &&
    places.names(path.slice(0, frame.path)).has(name);
  QUOTED_KEY.lastIndex = at;
  const [, opener, name] = QUOTED_KEY.exec(text) ?? [];
  if (name !== undefined) return opener === quote && isAwaited(name) ? "end" : "misplaced";
  COLONLESS_KEY.lastIndex = at;
  if (COLONLESS_KEY.test(text)) return "misplaced";
  KEY.lastIndex = at;
  const bare = KEY.exec(text)?.[2];
  return bare !== undefined && (isAwaited(bare) || bare === key) ? "misplaced" : "content";
}
