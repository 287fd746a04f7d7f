import { type Handles, MARK, MAX_SHOWN, privacyOf } from "./handles.ts";

/**
 * Argument text that is no JSON, with every long or secret quoted token behind a handle.
 * @returns `undefined` where a long token is open or where its end is in doubt: then nothing of it may be sent.
 */
export function showRawText(raw: string, handles: Handles): string | undefined {
  if (raw.includes(MARK)) return undefined;
  const short = raw.length <= MAX_SHOWN && privacyOf(raw, "") === "shown";
  if (!/^\s*(?:```\w*\s*)?[{[("'<]/.test(raw)) {
    // No structure to read: the text is one value.
    return short ? raw : JSON.stringify(handles.hideText(raw, privacyOf(raw, "") === "secret"));
  }
  const tokens = quotedTokens(raw);
  if (tokens === undefined) return short ? raw : undefined;
  const parts: string[] = [];
  let at = 0;
  let key = "";
  for (const { start, end, text } of tokens) {
    const between = raw.slice(at, start);
    if (between.length > MAX_SHOWN) return undefined;
    const privacy = privacyOf(text, key);
    parts.push(between, privacy === "shown" ? raw.slice(start, end) : markerFor(raw, end, text, privacy, handles));
    key = isKey(raw, end) ? text : key;
    at = end;
  }
  if (raw.length - at > MAX_SHOWN) return undefined;
  parts.push(raw.slice(at));
  return parts.join("");
}

function markerFor(raw: string, end: number, text: string, privacy: "long" | "secret", handles: Handles): string {
  return isKey(raw, end)
    ? JSON.stringify(handles.hideKey(text))
    : JSON.stringify(handles.hideText(text, privacy === "secret"));
}

function isKey(raw: string, end: number): boolean {
  return /^\s*:/.test(raw.slice(end, end + 20));
}

interface Token {
  readonly start: number;
  readonly end: number;
  /** The decoded text. */
  readonly text: string;
}

const BEFORE = new Set(["{", "[", "(", ",", ":", "=", ""]);
const AFTER = new Set(["}", "]", ")", ",", ":", ""]);

/** The quoted tokens of a text; `undefined` when one is open, does not decode, or may end elsewhere. */
function quotedTokens(raw: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let last = "";
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? "";
    if (char === '"' || char === "'") {
      // An apostrophe of prose, or a quote in the middle of a word.
      if (!BEFORE.has(last) && !opensKey(raw, at)) return undefined;
      const end = endOfToken(raw, at + 1, char);
      if (end === undefined || !(AFTER.has(nextAfter(raw, end)) || opensKey(raw, end))) return undefined;
      const text = decode(raw.slice(at + 1, end - 1), char);
      if (text === undefined) return undefined;
      tokens.push({ start: at, end, text });
      at = end - 1;
      last = char;
    } else if (!/\s/.test(char)) last = char;
  }
  return tokens;
}

/** Whether a quoted key with its colon begins here: the comma before it was forgotten. */
function opensKey(raw: string, at: number): boolean {
  return /^\s*(["'])[\w.-]{1,64}\1\s*:/.test(raw.slice(at, at + 100));
}

function endOfToken(raw: string, from: number, quote: string): number | undefined {
  for (let at = from; at < raw.length; at++) {
    if (raw[at] === "\\") at++;
    else if (raw[at] === quote) return at + 1;
  }
  return undefined;
}

function nextAfter(raw: string, from: number): string {
  for (let at = from; at < raw.length; at++) if (!/\s/.test(raw[at] ?? "")) return raw[at] ?? "";
  return "";
}

const CONTROL: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f" };

/** A token's text as JSON reads it; raw line breaks and tabs stand for themselves. */
function decode(inner: string, quote: string): string | undefined {
  const json = quote === '"' ? inner : inner.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"');
  try {
    const text: unknown = JSON.parse(`"${json.replaceAll(/[\n\r\t\b\f]/g, (char) => CONTROL[char] ?? char)}"`);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}
