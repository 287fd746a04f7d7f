import type { Tool, ToolCall } from "../core/call.ts";
import { rawArguments } from "../core/call.ts";
import { isObject, type Json } from "../core/json.ts";
import { isSchemaObject, propertiesOf } from "../core/schema.ts";

/**
 * The call with the same slip and none of its content: letters of values become `x`, digits `1`, and only names and
 * words that the tool's schema declares stay. Lengths, punctuation and structure are kept, since slips live in them;
 * strings are cut to 200 characters where nothing hangs on their end.
 */
export function sanitizeCall(call: ToolCall, tool: Tool | undefined): ToolCall {
  const known = tool === undefined ? new Set<string>() : declaredWords(tool);
  const name = tool === undefined ? maskName(call.name) : call.name;
  const plain = { name, arguments: sanitizeObject(call.arguments, known) as ToolCall["arguments"] };
  if (call.argumentsError === undefined) return plain;
  const text = maskText(rawArguments(call.argumentsError), known);
  return { ...plain, argumentsError: `Not a JSON object\n\nReceived arguments:\n${text}` };
}

const LITERALS = [
  "true",
  "false",
  "null",
  "True",
  "False",
  "None",
  "undefined",
  "yes",
  "no",
  "arguments",
  "parameters",
];
const MAX_STRING = 200;

function sanitizeObject(value: Json, known: ReadonlySet<string>): Json {
  if (typeof value === "string") return maskText(cut(value), known);
  if (typeof value === "number") return Number(String(value).replaceAll(/[2-9]/g, "1"));
  if (Array.isArray(value)) return value.map((item) => sanitizeObject(item, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskName(key, known), sanitizeObject(item, known)]),
  );
}

/** A name a model made up: kept where it can stand for a tool or a parameter; anything else may be content. */
export function maskName(name: string, known: ReadonlySet<string> = NOTHING): string {
  return IDENTIFIER.test(name) ? name : maskText(name.slice(0, MAX_STRING), known);
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const NOTHING: ReadonlySet<string> = new Set();

/** Long strings lose their end, but where the slip may hang on it: JSON text, markup. */
function cut(text: string): string {
  return /^\s*[[{"<]|>\s*$/.test(text) ? text : text.slice(0, MAX_STRING);
}

const WORD = /[\p{L}\p{N}_]+/gu;

function maskText(text: string, known: ReadonlySet<string>): string {
  return text.replace(WORD, (word, at: number) => {
    if (known.has(word)) return word;
    // An escape sequence is structure: `\n` must not become `\x`.
    const escaped = text[at - 1] === "\\" && /^[nrtbfu]/.test(word);
    const [head, tail] = escaped
      ? [word.slice(0, word[0] === "u" ? 5 : 1), word.slice(word[0] === "u" ? 5 : 1)]
      : ["", word];
    return head + tail.replace(/\p{L}/gu, "x").replace(/\p{N}/gu, "1");
  });
}

function declaredWords(tool: Tool): ReadonlySet<string> {
  const words = new Set(LITERALS);
  const seen = new Set<unknown>();
  const collect = (schema: unknown) => {
    if (!isSchemaObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const name of propertiesOf(schema, tool.parameters).keys()) words.add(name);
    for (const member of Array.isArray(schema.enum) ? schema.enum : []) words.add(String(member));
    for (const child of Object.values(schema)) {
      if (Array.isArray(child)) for (const item of child) collect(item);
      else if (isSchemaObject(child)) {
        collect(child);
        for (const inner of Object.values(child)) collect(inner);
      }
    }
  };
  collect(tool.parameters);
  return words;
}
