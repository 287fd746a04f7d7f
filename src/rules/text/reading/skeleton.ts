import { isEscaped } from "./quotes.ts";

/** Words around a value that name its type in database shells. They say nothing that JSON could hold. */
const TYPE_NAMES = new Set(["ObjectId", "ISODate", "NumberLong", "NumberInt", "NumberDecimal", "Timestamp"]);
const LITERALS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null", undefined: "null" };

const TOKEN = /\/\/|\/\*|\/(?:[^/\\\n]|\\.)+\/|[^\s,:;"'{}[\]()]+/y;

/**
 * Whether a repaired text holds the same keys, strings, words, numbers and brackets as the original, in the same order. The
 * original must open and close everything in order, without comments, and with commas or colons between its strings: two that
 * touch can be one with quotes inside.
 */
export function saysTheSame(original: string, repaired: string): boolean {
  const one = tokensOf(original);
  const other = tokensOf(repaired);
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  return one.every((token, at) => token === other[at]);
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const open: string[] = [];
  let behindString = false;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (/[\s,:;()]/.test(char)) {
      if (/[,:;]/.test(char)) behindString = false;
      at++;
    } else if (char === "}" || char === "]") {
      if (open.pop() !== char) return undefined;
      tokens.push(char);
      at++;
    } else if (behindString) {
      return undefined;
    } else if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      tokens.push(char);
      at++;
    } else if (char === '"' || char === "'") {
      const end = closing(text, at);
      if (end === -1) return undefined;
      behindString = true;
      tokens.push(`"${text.slice(at + 1, end)}`);
      at = end + 1;
    } else {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(text)?.[0];
      if (token === undefined || token === "//" || token === "/*") return undefined;
      at += token.length;
      if (!TYPE_NAMES.has(token)) tokens.push(normal(token));
    }
  }
  return open.length === 0 ? tokens : undefined;
}

/** A token as the repaired text writes it: a regular expression is a string there. */
function normal(token: string): string {
  if (token.startsWith("/")) return JSON.stringify(token).slice(0, -1);
  return LITERALS[token] ?? token;
}

function closing(text: string, at: number): number {
  const quote = text.charAt(at);
  let end = text.indexOf(quote, at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  return end;
}
