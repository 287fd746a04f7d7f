/** Quotes that open a string, each with the characters that close it. */
export const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "”": "”",
  "„": "“”",
  "‟": "”",
  "«": "»",
  "‘": "’",
  "’": "’",
  "‚": "‘’",
  "＂": "＂",
  "＇": "＇",
};

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Whether the character at an index stands behind an odd number of backslashes. */
export function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (first > 0 && text.charCodeAt(first - 1) === 0x5c) first--;
  return (index - first) % 2 === 1;
}

/**
 * The text of a JSON string token without its quotes, read as the host reads it: raw control characters stand for
 * themselves, and an unknown escape keeps its backslash.
 */
export function decodeJsonString(raw: string): string {
  return parseLong(raw) ?? decode(raw, (char) => (Object.hasOwn(ESCAPES, char) ? ESCAPES[char] : undefined));
}

/** Longer tokens are worth an attempt of the built-in parser, which only reads strict ones. */
const LONG = 2000;

function parseLong(raw: string): string | undefined {
  if (raw.length < LONG || !raw.includes("\\")) return undefined;
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = { ...ESCAPES, "'": "'" };

/**
 * The text of a single-quoted token, as Python's `repr` and JavaScript write it.
 * @returns `undefined` for an octal escape, and an `\x` escape that `repr` would not write: they may be meant as they stand.
 */
export function decodeSingleQuoted(raw: string): string | undefined {
  let doubtful = false;
  const text = decode(raw, (char, at) => {
    if (/\d/.test(char)) doubtful = true;
    if (char !== "x") return Object.hasOwn(PYTHON_ESCAPES, char) ? PYTHON_ESCAPES[char] : undefined;
    const code = Number.parseInt(raw.slice(at + 1, at + 3), 16);
    const printed = code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
    if (!printed || !/^[\da-f]{2}$/i.test(raw.slice(at + 1, at + 3))) doubtful = true;
    return { text: String.fromCharCode(code), length: 3 };
  });
  return doubtful ? undefined : text;
}

type Escape = string | { readonly text: string; readonly length: number } | undefined;

function decode(raw: string, read: (char: string, at: number) => Escape): string {
  let at = raw.indexOf("\\");
  if (at === -1) return raw;
  const parts: string[] = [];
  let from = 0;
  while (at !== -1) {
    const char = raw[at + 1] ?? "";
    const unicode = char === "u" ? readUnicode(raw, at + 2) : undefined;
    const found: Escape = unicode === undefined ? read(char, at + 1) : { text: unicode, length: 5 };
    const { text, length } = typeof found === "object" ? found : { text: found ?? `\\${char}`, length: char.length };
    parts.push(raw.slice(from, at), text);
    from = at + 1 + length;
    at = raw.indexOf("\\", from);
  }
  parts.push(raw.slice(from));
  return parts.join("");
}

function readUnicode(raw: string, at: number): string | undefined {
  const digits = raw.slice(at, at + 4);
  return /^[\da-f]{4}$/i.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
}
