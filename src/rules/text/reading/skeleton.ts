import { isEscaped } from "./quotes.ts";

/** What a JSON-like text says: its keys and scalars in order, its opening brackets among them, and its closers. */
interface Skeleton {
  readonly tokens: readonly string[];
  readonly openBraces: number;
  readonly openLists: number;
}

/** Words around a value that name its type in database shells. They say nothing that JSON could hold. */
const TYPE_NAMES = new Set(["ObjectId", "ISODate", "NumberLong", "NumberInt", "NumberDecimal", "Timestamp"]);
const LITERALS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null", undefined: "null" };

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\/(?:[^/\\\n]|\\.)+\/|[{}[\]]|[^\s,:;"'{}[\]()]+/y;

/**
 * Whether a repaired text holds the same keys, strings, words, numbers and brackets as the original, in the same order. The
 * original must close everything itself.
 */
export function saysTheSame(original: string, repaired: string): boolean {
  const one = skeletonOf(original);
  const other = skeletonOf(repaired);
  if (one === undefined || other === undefined || one.openLists !== 0 || one.openBraces !== 0) return false;
  return one.tokens.length === other.tokens.length && one.tokens.every((token, at) => token === other.tokens[at]);
}

function skeletonOf(text: string): Skeleton | undefined {
  const tokens: string[] = [];
  let openBraces = 0;
  let openLists = 0;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (/[\s,:;()]/.test(char)) {
      at++;
    } else if (char === '"' || char === "'") {
      const end = closing(text, at);
      if (end === -1) return undefined;
      tokens.push(`"${text.slice(at + 1, end)}`);
      at = end + 1;
    } else {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(text)?.[0];
      if (token === undefined) return undefined;
      at += token.length;
      if (token === "{") openBraces++;
      if (token === "[") openLists++;
      if (token === "}") openBraces--;
      else if (token === "]") openLists--;
      else if (!isSilent(token)) tokens.push(normal(token));
    }
  }
  return { tokens, openBraces, openLists };
}

function isSilent(token: string): boolean {
  return token.startsWith("//") || token.startsWith("/*") || TYPE_NAMES.has(token);
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
