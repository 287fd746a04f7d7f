import { FAILED, type Reading } from "./failed.ts";
import { CLOSING_QUOTES, decodeJsonString, decodeSingleQuoted, isEscaped } from "./quotes.ts";

const TAB = 0x09;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const STAR = 0x2a;
const COLON = 0x3a;
const SLASH = 0x2f;

/** Whether a character is white space, or one of the invisible characters that models leave around tokens. */
function isBlank(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= TAB && code <= 0x0d);
  if (code < 0xa0) return false;
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200f) || isRareBlank(code);
}

function isRareBlank(code: number): boolean {
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x2060 || code === 0x3000 || code === 0xfeff;
}

/** The first index at or after `from` that holds no blank. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** A position in raw text, with the tokens that need no schema: space, comments and strings. */
export class Cursor {
  readonly text: string;
  at: number;
  /** Whether a comment ran into the end of the text, so that closing brackets may be lost in it. */
  cut = false;
  /** Whether a comment was skipped. */
  commented = false;
  /** Whether a key or string stood in single quotes. */
  singleQuotes = false;
  /** Whether a double-quoted string held an escape that means something in Python and nothing in JSON. */
  pythonEscapes = false;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The character code at the position; `NaN` at the end. */
  peek(): number {
    return this.text.charCodeAt(this.at);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether escapes were read that mean one thing in JSON and another in Python, in a text that is not clearly either. */
  get isDoubtful(): boolean {
    return this.singleQuotes && this.pythonEscapes;
  }

  /** Skips blanks and comments: from `//` or `#` to the end of the line, and between `/*` and its end. */
  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (isBlank(code)) this.at++;
      else if ((code !== SLASH && code !== HASH) || !this.#skipComment(code)) return;
    }
  }

  #skipComment(code: number): boolean {
    const next = this.text.charCodeAt(this.at + 1);
    if (code === SLASH && next === STAR) {
      const end = this.text.indexOf("*/", this.at + 2);
      this.#jump(end === -1 ? -1 : end + 2);
      return true;
    }
    if (code === SLASH && next !== SLASH) return false;
    this.#jump(this.text.indexOf("\n", this.at));
    return true;
  }

  #jump(to: number): void {
    this.commented = true;
    this.cut ||= to === -1;
    this.at = to === -1 ? this.text.length : to;
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined || found === "") return undefined;
    this.at += found.length;
    return found;
  }

  atQuote(): boolean {
    return this.peek() === DOUBLE_QUOTE || Object.hasOwn(CLOSING_QUOTES, this.text[this.at] ?? "");
  }

  /** Reads the string token at the position. Fails on one that does not end. */
  string(): Reading<string> {
    const opener = this.text[this.at] ?? "";
    if ((opener === '"' || opener === "'") && this.text.startsWith(opener.repeat(3), this.at)) {
      return this.#verbatim(opener.repeat(3));
    }
    if (opener === "`") return this.#verbatim("`");
    if (opener === '"' || opener === "'") return this.stringTo(this.#straightEnd(opener));
    return this.#typographic(opener);
  }

  /** Reads the string token from the quote at the position to the quote at `end`. */
  stringTo(end: number): Reading<string> {
    if (end === -1) return FAILED;
    const raw = this.text.slice(this.at + 1, end);
    if (isWindowsPath(raw)) return FAILED;
    const single = this.text[this.at] === "'";
    this.at = end + 1;
    if (!single) {
      if (/\\[xU\d]/.test(raw)) this.pythonEscapes = true;
      return decodeJsonString(raw);
    }
    this.singleQuotes = true;
    return decodeSingleQuoted(raw) ?? FAILED;
  }

  #straightEnd(quote: string): number {
    let end = this.text.indexOf(quote, this.at + 1);
    while (end !== -1 && isEscaped(this.text, end)) end = this.text.indexOf(quote, end + 1);
    return end;
  }

  /** Text between triple quotes or backticks. With a backslash or a placeholder in it, it could be read in two ways. */
  #verbatim(quote: string): Reading<string> {
    const from = this.at + quote.length;
    const end = this.text.indexOf(quote, from);
    if (end === -1) {
      // Three quotes can also be an empty string with something behind it.
      return quote === "`" ? FAILED : this.stringTo(this.#straightEnd(quote.charAt(0)));
    }
    const raw = this.text.slice(from, end);
    if (raw.includes("\\") || (quote === "`" && raw.includes("${"))) return FAILED;
    if (quote !== "`" && raw.includes(quote.charAt(0)) && (!raw.includes("\n") || /["']\s*[,:]\s*["']/.test(raw)))
      return FAILED;
    this.at = end + quote.length;
    return raw;
  }

  /** Typographic quotes nest: each opener inside takes its own closer. Straight quotes inside are content. */
  #typographic(opener: string): Reading<string> {
    const closers = CLOSING_QUOTES[opener] ?? "";
    const nests = !closers.includes(opener) && opener !== "‘" && opener !== "‚";
    let open = 1;
    for (let at = this.at + 1; at < this.text.length; at++) {
      const char = this.text.charAt(at);
      if (char === "\\") at++;
      else if (nests && char === opener) open++;
      else if (closers.includes(char) && --open <= 0) {
        if (isStructure(this.text, at + 1)) return this.stringTo(at);
        if (!nests) open = 1;
        else return FAILED;
      }
    }
    return FAILED;
  }
}

/** Whether a token is a path of Windows with single backslashes, which could also be escapes: `C:\new`. */
function isWindowsPath(raw: string): boolean {
  return raw.charCodeAt(1) === COLON && /^[A-Za-z]:\\(?:[^\\]*\\)*?[bfnrtux\d]/.test(raw) && !raw.includes("\\\\");
}

/** Whether a token may end before an index: a comma, a colon, a closing bracket or the end of the text follows. */
function isStructure(text: string, from: number): boolean {
  const at = skipBlanks(text, from);
  return at >= text.length || ",:}]）)，：".includes(text.charAt(at));
}
