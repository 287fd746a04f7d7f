import { levelsOf, type TextLevel } from "./text-levels.ts";

/** A text with the pieces that were found in it blanked out. */
export interface Cover {
  readonly found: ReadonlySet<string>;
  /** What is left of the text: each found stretch is one `\0`. */
  readonly residue: string;
}

/** Occurrences of one piece that are looked at before it counts as not found. */
const MAX_TRIES = 64;

/**
 * Looks for pieces in a text, as they stand or escaped as in JSON within JSON. Longer ones first; no two overlap, and none
 * begins or ends inside a word.
 * @param values How often each is looked for outside of quotes; between quotes it is taken wherever it stands.
 * @param keys Further pieces, each of which is taken wherever it stands.
 */
export function coverText(text: string, values: ReadonlyMap<string, number>, keys: readonly string[]): Cover {
  const found = new Set<string>();
  const wanted = new Map([...values, ...keys.map((key) => [key, Number.POSITIVE_INFINITY] as const)]);
  if (wanted.size === 0) return { found, residue: text };
  const mask = new Uint8Array(text.length);
  let open = [...wanted.keys()].filter((piece) => piece !== "").toSorted((a, b) => b.length - a.length);
  for (const level of levelsOf(text)) {
    const tokens = tokensOf(level.text);
    open = open.filter((piece) => {
      const placed = place(piece, wanted.get(piece) ?? 1, level, tokens, mask);
      if (placed) found.add(piece);
      return !placed;
    });
    if (open.length === 0) break;
  }
  return { found, residue: residueOf(text, mask) };
}

/**
 * Marks every free occurrence that stands between quotes: each is the same value once more. Where there is none, as many
 * as are wanted that stand elsewhere.
 */
function place(piece: string, wanted: number, level: TextLevel, tokens: Tokens, mask: Uint8Array): boolean {
  const { text, originOf } = level;
  let placed = 0;
  const starts = CUT_SHORT.test(piece) ? findAll(text, piece) : (tokens.get(piece) ?? []);
  for (const at of starts) {
    if (!isQuoted(text, at, at + piece.length)) continue;
    if (mark(mask, originOf(at), originOf(at + piece.length))) placed++;
  }
  if (placed > 0 && wanted < Number.POSITIVE_INFINITY) return true;
  for (const at of findAll(text, piece)) {
    const end = at + piece.length;
    if (splitsWord(text, at) || splitsWord(text, end)) continue;
    if (mark(mask, originOf(at), originOf(end))) placed++;
    if (placed >= wanted) break;
  }
  return placed > 0;
}

function findAll(text: string, piece: string): readonly number[] {
  const found: number[] = [];
  for (
    let at = text.indexOf(piece);
    at !== -1 && found.length < MAX_TRIES;
    at = text.indexOf(piece, at + piece.length)
  ) {
    found.push(at);
  }
  return found;
}

/** A piece that no token holds whole: with a quote in it, or a backslash at its end. */
const CUT_SHORT = /["']|\\$/;

/** What stands between one quote of a text and the next, with the places where it does. */
type Tokens = ReadonlyMap<string, readonly number[]>;

function tokensOf(text: string): Tokens {
  const tokens = new Map<string, number[]>();
  let from = -1;
  for (const { index } of text.matchAll(/["']/g)) {
    // A quote in front of an escaped one leaves its backslash behind.
    if (from !== -1) {
      const token = text.slice(from, index).replace(/\\+$/, "");
      const starts = tokens.get(token);
      if (starts === undefined) tokens.set(token, [from]);
      else if (starts.length < MAX_TRIES) starts.push(from);
    }
    from = index + 1;
  }
  return tokens;
}

function mark(mask: Uint8Array, from: number, to: number): boolean {
  if (mask.subarray(from, to).includes(1)) return false;
  mask.fill(1, from, to);
  return true;
}

function isQuoted(text: string, from: number, to: number): boolean {
  const open = text[from - 1];
  return (open === '"' || open === "'") && /^\\*["'](?!\s*:)/.test(text.slice(to, to + 8));
}

const WORD = /[\p{L}\p{N}_]/u;

/** The time behind a date begins a piece of its own. */
const TIME = /^T\d\d:/;

function splitsWord(text: string, at: number): boolean {
  if (TIME.test(text.slice(at, at + 4))) return false;
  return at > 0 && at < text.length && WORD.test(text[at - 1] ?? "") && WORD.test(text[at] ?? "");
}

function residueOf(text: string, mask: Uint8Array): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = mask.indexOf(1, at);
    if (start === -1) break;
    const end = mask.indexOf(0, start);
    parts.push(text.slice(at, start), "\0");
    at = end === -1 ? text.length : end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
