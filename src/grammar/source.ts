/** A text that is read from left to right, with searches that stay linear over many starts. */
export interface Source {
  readonly text: string;
  /** Where the token stands at or after `from`, or -1. */
  find(token: string, from: number): number;
  /** The match of a sticky expression at `at`, or `undefined`. */
  match(pattern: RegExp, at: number): RegExpExecArray | undefined;
  /** The first place at or after `at` that is not white space. */
  skipSpace(at: number): number;
  /** True the first time it is asked for a key: what may be tried only once for the sake of speed. */
  once(key: string): boolean;
  /** Notes that a search read this many characters in vain. */
  waste(characters: number): void;
  /** Whether searches read so much in vain that no more may be tried. */
  isSpent(): boolean;
}

/** How many times the whole text may be read in vain. */
const MAX_WASTE = 12;

export function createSource(text: string): Source {
  const memo = new Map<string, { readonly from: number; readonly at: number }>();
  const tried = new Set<string>();
  let wasted = 0;
  return {
    text,
    waste(characters) {
      wasted += characters;
    },
    isSpent: () => wasted > text.length * MAX_WASTE,
    once: (key) => !tried.has(key) && tried.add(key) !== undefined,
    find(token, from) {
      const known = memo.get(token);
      if (known !== undefined && known.from <= from && (known.at === -1 || known.at >= from)) return known.at;
      const at = text.indexOf(token, from);
      memo.set(token, { from, at });
      return at;
    },
    match(pattern, at) {
      pattern.lastIndex = at;
      return pattern.exec(text) ?? undefined;
    },
    skipSpace(at) {
      SPACE.lastIndex = at;
      SPACE.exec(text);
      return SPACE.lastIndex;
    },
  };
}

const SPACE = /\s*/y;
