import type { Json, JsonObject } from "../core/json.ts";

/** A call in Python notation: `name(key="text", flags=[1, True])`. Also `name({"key": 1})`, an object as its only argument. */
export interface PythonCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly end: number;
}

/**
 * `cut`: the text ends inside. `broken`: not a call with literal keyword arguments. Neither invents: names of variables,
 * positional arguments and expressions are `broken`.
 */
export type PythonReading<T> = T | "cut" | "broken";

/** Reads a call at `at`. Raw line breaks inside strings are data. */
export function readPythonCall(text: string, at: number): PythonReading<PythonCall> {
  const name = matchAt(NAME, text, at);
  if (name === undefined) return at >= text.length ? "cut" : "broken";
  const reader = new Reader(text, at + name.length);
  try {
    reader.space();
    reader.expect("(");
    const args = reader.callArguments();
    return { name: name.replace(/\.call$/, ""), arguments: args, end: reader.at };
  } catch (error) {
    return failureOf(error);
  }
}

/** The value of a text that is one Python literal, or `undefined`. */
export function readPythonValue(text: string): Json | undefined {
  const reader = new Reader(text, 0);
  try {
    reader.space();
    const value = reader.value();
    reader.space();
    return reader.at === text.length ? value : undefined;
  } catch (error) {
    failureOf(error);
    return undefined;
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy;
const KEY = /[\p{L}_][\p{L}\p{N}_-]*(?=\s*=(?!=))/uy;
const NUMBER = /[-+]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z]+(?!\w)/y;
const PREFIX = /[rRuU]?(?=["'])/y;
const SPACE_OR_COMMENT = /(?:\s|#[^\n]*)*/y;

class Stop extends Error {
  readonly why: "cut" | "broken";
  constructor(why: "cut" | "broken") {
    super(why);
    this.why = why;
  }
}

function failureOf(error: unknown): "cut" | "broken" {
  if (error instanceof Stop) return error.why;
  throw error;
}

/** Deeper nesting than any tool asks for; keeps hostile text from exhausting the stack. */
const MAX_DEPTH = 200;

class Reader {
  at: number;
  private readonly text: string;
  private depth = 0;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  space(): void {
    this.at += matchAt(SPACE_OR_COMMENT, this.text, this.at)?.length ?? 0;
  }

  expect(char: string): void {
    if (this.peek() !== char) this.fail();
    this.at++;
  }

  peek(): string | undefined {
    return this.text[this.at];
  }

  fail(): never {
    throw new Stop(this.at >= this.text.length ? "cut" : "broken");
  }

  callArguments(): JsonObject {
    const args = new Map<string, Json>();
    this.space();
    if (this.peek() === "{") {
      const only = this.value();
      this.space();
      this.expect(")");
      return only as JsonObject;
    }
    while (this.peek() !== ")") {
      const key = matchAt(KEY, this.text, this.at);
      if (key === undefined || args.has(key)) this.fail();
      this.at += key.length;
      this.space();
      this.expect("=");
      this.space();
      args.set(key, this.value());
      this.separator(")");
    }
    this.at++;
    return Object.fromEntries(args);
  }

  value(): Json {
    const char = this.peek();
    if (char === undefined) this.fail();
    if (char === "[") return this.list("]");
    if (char === "(") return this.list(")");
    if (char === "{") return this.dictionary();
    if (matchAt(PREFIX, this.text, this.at) !== undefined) return this.strings();
    const number = matchAt(NUMBER, this.text, this.at);
    if (number !== undefined) {
      this.at += number.length;
      return Number(number.replaceAll("_", ""));
    }
    return this.word();
  }

  private word(): Json {
    const word = matchAt(WORD, this.text, this.at) ?? "";
    if (!Object.hasOwn(WORDS, word)) {
      if (this.at + word.length >= this.text.length) throw new Stop("cut");
      this.fail();
    }
    this.at += word.length;
    return WORDS[word] ?? null;
  }

  private list(closer: string): Json {
    const items: Json[] = [];
    this.enter();
    while (this.peek() !== closer) {
      items.push(this.value());
      this.separator(closer);
    }
    this.leave();
    return items;
  }

  private dictionary(): Json {
    const entries = new Map<string, Json>();
    this.enter();
    while (this.peek() !== "}") {
      if (matchAt(PREFIX, this.text, this.at) === undefined) this.fail();
      const key = this.strings();
      if (entries.has(key)) this.fail();
      this.space();
      this.expect(":");
      this.space();
      entries.set(key, this.value());
      this.separator("}");
    }
    this.leave();
    return Object.fromEntries(entries);
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) throw new Stop("broken");
    this.at++;
    this.space();
  }

  private leave(): void {
    this.depth--;
    this.at++;
  }

  private separator(closer: string): void {
    this.space();
    if (this.peek() === ",") {
      this.at++;
      this.space();
    } else if (this.peek() !== closer) this.fail();
  }

  /** A string, or several that stand side by side and count as one. */
  private strings(): string {
    let joined = "";
    for (;;) {
      joined += this.string();
      const after = this.at;
      this.space();
      if (matchAt(PREFIX, this.text, this.at) === undefined) {
        this.at = after;
        return joined;
      }
    }
  }

  private string(): string {
    const prefix = matchAt(PREFIX, this.text, this.at) ?? "";
    this.at += prefix.length;
    const quote = this.text[this.at] ?? "";
    const fence = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    const start = this.at + fence.length;
    let end = start;
    while (end < this.text.length && !this.text.startsWith(fence, end)) end += this.text[end] === "\\" ? 2 : 1;
    if (end >= this.text.length) throw new Stop("cut");
    this.at = end + fence.length;
    const raw = this.text.slice(start, end);
    return prefix.toLowerCase() === "r" ? raw : raw.replace(ESCAPE, characterOf);
  }
}

const WORDS: Readonly<Record<string, Json>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};

const ESCAPE = /\\(?:\r\n|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])/g;
const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
  "\r\n": "",
};

function characterOf(sequence: string): string {
  const body = sequence.slice(1);
  if (Object.hasOwn(SIMPLE, body)) return SIMPLE[body] ?? "";
  if (/^[uxU].+/.test(body)) {
    const code = Number.parseInt(body.slice(1), 16);
    return code > 0x10ffff ? sequence : String.fromCodePoint(code);
  }
  return /^[0-7]/.test(body) ? String.fromCodePoint(Number.parseInt(body, 8)) : sequence;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
