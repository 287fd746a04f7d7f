/** A text with its escapes resolved so many times, and where each of its characters stands in the original. */
export interface TextLevel {
  readonly text: string;
  originOf(index: number): number;
}

const MAX_LEVELS = 4;

/**
 * The text as it stands, and as it reads with its backslash escapes resolved once, twice, three times: JSON inside a
 * string, inside a string. Linear; a text without backslashes or entities has one level.
 */
export function* levelsOf(text: string): Generator<TextLevel> {
  let level: TextLevel = { text, originOf: (index) => index };
  yield level;
  if (/&(?:lt|gt|amp|quot|apos|#39);/.test(text)) yield resolveWith(ENTITY, level);
  for (let depth = 1; depth < MAX_LEVELS && level.text.includes("\\"); depth++) {
    level = resolveWith(ESCAPE, level);
    yield level;
  }
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([bfnrt"'\\/`]))/g;
const ENTITY = /&(?:(lt|gt|amp|quot|apos|#39));/g;
const NAMED: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  "#39": "'",
};

function resolveWith(pattern: RegExp, level: TextLevel): TextLevel {
  const starts: number[] = [];
  const shifts: number[] = [];
  const pieces: string[] = [];
  let at = 0;
  let length = 0;
  for (const match of level.text.matchAll(pattern)) {
    const [whole, first, second, third] = match;
    const code = pattern === ESCAPE ? (first ?? second) : undefined;
    const name = pattern === ESCAPE ? third : first;
    const char = code === undefined ? (NAMED[name ?? ""] ?? name ?? "") : String.fromCharCode(parseInt(code, 16));
    pieces.push(level.text.slice(at, match.index), char);
    length += match.index - at + char.length;
    at = match.index + whole.length;
    starts.push(length);
    shifts.push(at - length);
  }
  pieces.push(level.text.slice(at));
  return {
    text: pieces.join(""),
    originOf: (index) => level.originOf(index + (shifts[lastAtMost(starts, index)] ?? 0)),
  };
}

/** The position of the last number that is not greater; -1 when all are. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
