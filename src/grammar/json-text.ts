import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { readPythonValue } from "./python.ts";

/**
 * Where the object or list that opens at `at` closes (exclusive), or -1 when the text ends before. Aware of strings in
 * double and, as Python writes them, single quotes.
 */
export function endOfContainer(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
      case 0x27:
        i = endOfString(text, i);
        if (i === -1) return -1;
        break;
      case 0x7b:
      case 0x5b:
        depth++;
        break;
      case 0x7d:
      case 0x5d:
        depth--;
        if (depth === 0) return i + 1;
        break;
    }
  }
  return -1;
}

/** Where the string that opens at `at` has its closing quote, or -1. */
function endOfString(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === quote) return i;
  }
  return -1;
}

/** The JSON value of a text: as it stands, as the host reads native arguments, or as Python writes it. */
export function readJson(text: string): Json | undefined {
  return readHostJson(text) ?? readPythonValue(text);
}

/** The JSON value of a text as it stands, or as the host reads native arguments. */
export function readHostJson(text: string): Json | undefined {
  const value = parse(text);
  if (value !== undefined) return value;
  const escaped = escapeInStrings(text);
  return escaped === text ? undefined : parse(escaped);
}

export function readJsonObject(text: string): JsonObject | undefined {
  const value = readJson(text);
  return isObject(value) ? value : undefined;
}

/** Like `readJson`, with closers of objects added where only those are missing and every string is closed. */
export function readUnclosedJson(text: string): Json | undefined {
  const missing = missingBraces(text);
  return missing === 0 ? undefined : readJson(text + "}".repeat(missing));
}

function missingBraces(text: string): number {
  let depth = 0;
  let lists = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      i = endOfString(text, i);
      if (i === -1) return 0;
    } else if (char === "{") depth++;
    else if (char === "}") depth--;
    else if (char === "[") lists++;
    else if (char === "]") lists--;
  }
  return lists === 0 && depth > 0 && depth <= 2 && /[}"\]\dels]\s*$/.test(text) ? depth : 0;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Raw control characters in strings escaped, backslashes of unknown escapes doubled: what the host does natively. */
function escapeInStrings(text: string): string {
  return text.replace(STRING, (string) =>
    string.replace(ESCAPE_OR_CONTROL, (piece) => {
      if (piece.startsWith("\\")) return VALID_ESCAPE.test(piece) ? piece : `\\${piece}`;
      return JSON.stringify(piece).slice(1, -1);
    }),
  );
}

/** A string, the last one also without its end: an attempt that fails would be made again at every quote in it. */
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g;
const ESCAPE_OR_CONTROL = /\\(?:u[0-9a-fA-F]{4}|[\s\S])|[\u0000-\u001f]/g;
const VALID_ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;
