import type { Json } from "../../../core/json.ts";
import { splitMarkupTail } from "../../../core/markup-tail.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { readBoolean } from "../../../core/read-boolean.ts";
import { readNumber } from "../../../core/read-number.ts";
import type { Place } from "../../../core/rule.ts";
import { typesOf } from "../../../core/schema.ts";

const PAIRS: readonly (readonly [string, string])[] = [
  ['\\"', '\\"'],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
];

/** The text inside one pair of quotes around all of it, decoded where it is a JSON string; `undefined` without the pair. */
export function unquote(text: string): string | undefined {
  const trimmed = text.trim();
  for (const [open, close] of PAIRS) {
    if (trimmed.length <= open.length + close.length) continue;
    if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) continue;
    const inner = trimmed.slice(open.length, -close.length);
    if (open === '"' && inner.includes("\\")) return decoded(trimmed);
    return inner.includes(open) || inner.includes(close) ? undefined : inner;
  }
  return undefined;
}

function decoded(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === "string" ? value : undefined;
}

/** The text without the anchors of a regular expression at its ends. */
export function unanchor(text: string): string | undefined {
  const trimmed = text.trim();
  const inner = trimmed.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  return inner === trimmed || inner === "" ? undefined : inner;
}

const OPENING_TAG = /^\s*<(?:arg_value|parameter(?:\s*=[^<>]{0,200}|\s+name\s*=[^<>]{0,200})?)>(?:\r?\n)?/i;
const TAG_NAME = /=\s*["']?([^"'<>]+?)["']?(?:\s+string\s*=\s*["'][^"']*["'])?\s*>/;

/**
 * The text without call tags around it: the closing tags it ends in, the opening tag of the very parameter it was sent
 * for, or both, and without the one line break the grammars put beside each. `undefined` where it has none, where a tag
 * names another parameter, and where nothing would be left.
 */
export function untag(text: string, key: string): string | undefined {
  const opening = OPENING_TAG.exec(text);
  if (opening === null) return cutTail(text) ?? cutOwnClosing(text, key);
  const name = TAG_NAME.exec(opening[0])?.[1]?.trim();
  if (name !== undefined && name !== key) return undefined;
  const rest = text.slice(opening[0].length);
  if (rest.includes("<parameter") || rest.includes("<arg_")) return undefined;
  const inner = cutTail(rest) ?? rest;
  return inner.trim() === "" ? undefined : inner;
}

/** A tag that has nothing to do inside a value whose end was leaked: what is value and what markup cannot be told. */
const CALL_TAG = /<\/?(?:arg_key|arg_value|parameter|invoke|function_calls?|tool_calls?)\b/i;

function cutTail(text: string): string | undefined {
  const split = splitMarkupTail(text);
  if (split === undefined || split.body.trim() === "") return undefined;
  if (CALL_TAG.test(split.body)) return undefined;
  return split.body + (/^\s*/.exec(split.tail)?.[0] ?? "").replace(/\r?\n$/, "");
}

/** The text without a closing tag of the property's own name, as in `src/a.ts</path>`. */
function cutOwnClosing(text: string, key: string): string | undefined {
  const tail = `</${key}>`;
  const trimmed = text.trimEnd();
  if (key === "" || !trimmed.endsWith(tail) || trimmed.includes(`<${key}>`)) return undefined;
  const rest = trimmed.slice(0, -tail.length);
  return rest.trim() === "" ? undefined : rest;
}

/** What a piece of a text says where only numbers or booleans are asked for; elsewhere the piece itself. */
export function typed(piece: string, schema: unknown, root: Place["root"]): Json {
  const types = typesOf(schema, root);
  if (types.has("string")) return piece;
  const numeric = types.has("number") || types.has("integer") ? readNumber(piece) : undefined;
  return numeric ?? (types.has("boolean") ? readBoolean(piece) : undefined) ?? piece;
}
