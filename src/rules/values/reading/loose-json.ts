import type { Json } from "../../../core/json.ts";

/**
 * Reads the text of one list or object in JSON or a notation beside it: single or typographic quotes, bare keys, Python
 * literals and tuples, a trailing comma, raw line breaks inside strings.
 *
 * A grammar of its own, and a far narrower one than the reader of whole argument texts has: that one knows the schema of
 * each place and bridges missing marks, since nothing runs without it. A value that was sent as text may simply be text, so
 * it is read only where it is a literal as it stands.
 * @returns `undefined` for anything else, and for what cannot be read without loss: bare words as values, text left over,
 * an open string or container, a key that stands twice with different values, a number JSON cannot hold exactly.
 */
export function parseLoose(text: string): Json | undefined {
  if (last.text !== text) last = { text, value: new LooseReader(text).read() };
  return last.value;
}

/** The last answer: the rules for text ask one after the other about the same. */
let last: { readonly text: string; readonly value: Json | undefined } = { text: "", value: undefined };

const MAX_DEPTH = 500;
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "„": "“", "‘": "’" };
const LITERALS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\" };
const NUMBER = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const BARE_KEY = /[A-Za-z_$][\w$-]*/y;
const WORD = /[A-Za-z]+/y;

class LooseReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Json | undefined {
    this.#skipSpace();
    if (!"[{(".includes(this.#peek() || " ")) return undefined;
    const value = this.#value(0);
    this.#skipSpace();
    return this.#at === this.#text.length ? value : undefined;
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #take(token: string): boolean {
    this.#skipSpace();
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #value(depth: number): Json | undefined {
    this.#skipSpace();
    if (depth > MAX_DEPTH) return undefined;
    const first = this.#peek();
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list("]", depth);
    if (first === "(") return this.#list(")", depth);
    if (Object.hasOwn(CLOSERS, first)) return this.#string();
    return this.#number() ?? this.#literal();
  }

  #object(depth: number): Json | undefined {
    this.#at++;
    const members = new Map<string, Json>();
    while (!this.#take("}")) {
      if (members.size > 0 && !this.#take(",")) return undefined;
      if (members.size > 0 && this.#take("}")) break;
      this.#skipSpace();
      const key = Object.hasOwn(CLOSERS, this.#peek()) ? this.#string() : this.#match(BARE_KEY);
      if (key === undefined || !this.#take(":")) return undefined;
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      if (members.has(key) && JSON.stringify(members.get(key)) !== JSON.stringify(value)) return undefined;
      members.set(key, value);
    }
    return Object.fromEntries(members);
  }

  #list(closer: string, depth: number): Json | undefined {
    this.#at++;
    const items: Json[] = [];
    while (!this.#take(closer)) {
      if (items.length > 0 && !this.#take(",")) return undefined;
      if (items.length > 0 && this.#take(closer)) break;
      const item = this.#value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  #string(): string | undefined {
    const closer = CLOSERS[this.#peek()];
    let read = "";
    let from = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#peek();
      if (char === closer) return read + this.#text.slice(from, this.#at++);
      if (char !== "\\") continue;
      read += this.#text.slice(from, this.#at) + this.#escape();
      from = this.#at + 1;
    }
    return undefined;
  }

  /** Leaves the position on the last character of the escape. An unknown escape keeps its backslash. */
  #escape(): string {
    const char = this.#text[++this.#at] ?? "";
    if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char] ?? "";
    if (Object.hasOwn(CLOSERS, char) || char === "”" || char === "’") return char;
    const width = char === "u" ? 4 : char === "x" ? 2 : 0;
    const digits = this.#text.slice(this.#at + 1, this.#at + 1 + width);
    if (width === 0 || !/^[\da-fA-F]+$/.test(digits) || digits.length < width) return `\\${char}`;
    this.#at += width;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): number | undefined {
    const token = this.#match(NUMBER);
    if (token === undefined || /[\w$]/.test(this.#peek())) return undefined;
    const value = Number(token.includes("_") ? token.replaceAll("_", "") : token);
    return Number.isFinite(value) && isExact(token, value) ? value : undefined;
  }

  #literal(): Json | undefined {
    const word = this.#match(WORD);
    return word !== undefined && Object.hasOwn(LITERALS, word) && !/[\w$]/.test(this.#peek())
      ? LITERALS[word]
      : undefined;
  }
}

/** @param code `NaN` behind the end of the text. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || ((code < 32 || code > 127) && /\s/.test(String.fromCharCode(code)));
}

function isExact(token: string, value: number): boolean {
  if (token.length <= 15) return true;
  const digits = token
    .replace(/[eE].*$/, "")
    .replaceAll(/\D/g, "")
    .replace(/^0+/, "");
  return digits.length <= 15 || (Number.isSafeInteger(value) && !token.includes("."));
}
