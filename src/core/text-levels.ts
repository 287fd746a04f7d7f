/** A text with its escapes resolved so many times, and where each of its characters stands in the original. */
export interface TextLevel {
  readonly text: string;
  originOf(index: number): number;
}

const MAX_LEVELS = 4;

/**
 * The text as it stands, and as it reads with its backslash escapes resolved once, twice, three times: JSON inside a
 * string, inside a string. Entities and the indentation of YAML blocks make a level of their own. Linear; a text without
 * any of them has one level.
 */
export function* levelsOf(text: string): Generator<TextLevel> {
  let level: TextLevel = { text, originOf: (index) => index };
  yield level;
  if (/&(?:lt|gt|amp|quot|apos|#39);/.test(text)) yield rewrite(level, entities(text));
  if (BLOCK.test(text)) yield rewrite(level, blockIndents(text));
  for (let depth = 1; depth < MAX_LEVELS && level.text.includes("\\"); depth++) {
    level = rewrite(level, escapes(level.text));
    yield level;
  }
}

/** A stretch of a text that stands for another. */
interface Rewriting {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([bfnrt"'\\/`]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function* escapes(text: string): Generator<Rewriting> {
  for (const { 0: whole, 1: unicode, 2: byte, 3: name = "", index } of text.matchAll(ESCAPE)) {
    const code = unicode ?? byte;
    const char = code === undefined ? (CONTROLS[name] ?? name) : String.fromCharCode(Number.parseInt(code, 16));
    yield { at: index, length: whole.length, text: char };
  }
}

const ENTITY = /&(lt|gt|amp|quot|apos|#39);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  "#39": "'",
};

function* entities(text: string): Generator<Rewriting> {
  for (const { 0: whole, 1: name = "", index } of text.matchAll(ENTITY)) {
    yield { at: index, length: whole.length, text: CHARACTERS[name] ?? "" };
  }
}

/** The head of a block of YAML, with the indentation of its first line. */
const BLOCK = /:[ \t]?\|(-?)[ \t]*\n( +)/;

/** The indentation of each line of a block; where nothing follows a block, also the line break that ends it. */
function* blockIndents(text: string): Generator<Rewriting> {
  for (const { 0: head, 1: strip = "", 2: indent = "", index } of text.matchAll(new RegExp(BLOCK, "g"))) {
    let at = index + head.length - indent.length;
    while (text.startsWith(indent, at) || text[at] === "\n") {
      if (text[at] !== "\n") yield { at, length: indent.length, text: "" };
      const end = text.indexOf("\n", at);
      if (end === -1 && strip === "") yield { at: text.length, length: 0, text: "\n" };
      if (end === -1) break;
      at = end + 1;
    }
  }
}

function rewrite(level: TextLevel, rewritings: Iterable<Rewriting>): TextLevel {
  const starts: number[] = [];
  const shifts: number[] = [];
  const pieces: string[] = [];
  let at = 0;
  let length = 0;
  for (const rewriting of rewritings) {
    pieces.push(level.text.slice(at, rewriting.at), rewriting.text);
    length += rewriting.at - at + rewriting.text.length;
    at = rewriting.at + rewriting.length;
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
