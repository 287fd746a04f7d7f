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
 */
export function coverText(text: string, pieces: readonly string[]): Cover {
  const found = new Set<string>();
  if (pieces.length === 0) return { found, residue: text };
  const mask = new Uint8Array(text.length);
  let open = pieces.filter((piece) => piece !== "").toSorted((a, b) => b.length - a.length);
  for (const level of levelsOf(text)) {
    open = open.filter((piece) => {
      const placed = place(piece, level, mask);
      if (placed) found.add(piece);
      return !placed;
    });
    if (open.length === 0) break;
  }
  return { found, residue: residueOf(text, mask) };
}

/**
 * Marks every free occurrence that stands between quotes: each is the same value once more. Where there is none, the first
 * that stands elsewhere.
 */
function place(piece: string, level: TextLevel, mask: Uint8Array): boolean {
  return (
    mark(piece, level, mask, isQuoted, true) ||
    mark(piece, level, mask, (text, from, to) => !splitsWord(text, from) && !splitsWord(text, to), false)
  );
}

function mark(
  piece: string,
  { text, originOf }: TextLevel,
  mask: Uint8Array,
  fits: (text: string, from: number, to: number) => boolean,
  every: boolean,
): boolean {
  let marked = false;
  let at = text.indexOf(piece);
  for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries++) {
    const end = at + piece.length;
    const [from, to] = [originOf(at), originOf(end)];
    if (fits(text, at, end) && isFree(mask, from, to)) {
      mask.fill(1, from, to);
      marked = true;
      if (!every) return true;
    }
    at = text.indexOf(piece, end);
  }
  return marked;
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

function isFree(mask: Uint8Array, from: number, to: number): boolean {
  const taken = mask.indexOf(1, from);
  return taken === -1 || taken >= to;
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
