import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { MAX_REPLY_CHARACTERS } from "./port.ts";

/** A correction as a model worded it. */
export interface Reply {
  readonly toolName: string;
  readonly args: JsonObject;
}

/**
 * Reads a correction out of a reply: reasoning, fences and prose around it are ignored, braces inside strings do not
 * count. Of several objects the last one that names a tool and its arguments is meant.
 */
export function readReply(text: string): Reply | undefined {
  if (text.length > MAX_REPLY_CHARACTERS) return undefined;
  const said = text.replaceAll(REASONING, " ").replace(OPEN_REASONING, " ");
  let found: Reply | undefined;
  for (const object of objectsIn(said)) found = asReply(object) ?? found;
  return found;
}

const REASONING = /<(think|thinking|reasoning|thought|analysis)\b[^>]*>[\s\S]*?<\/\1>/gi;
/** Some servers swallow the opening tag. */
const OPEN_REASONING = /^[\s\S]*<\/(?:think|thinking|reasoning|thought|analysis)>/i;

const NAME_KEYS = ["toolName", "tool_name", "name", "tool"];
const ARGUMENT_KEYS = ["args", "arguments", "parameters", "input"];

function asReply(value: JsonObject): Reply | undefined {
  const name = NAME_KEYS.find((key) => Object.hasOwn(value, key) && typeof value[key] === "string");
  const key = ARGUMENT_KEYS.find((candidate) => Object.hasOwn(value, candidate));
  if (name === undefined || key === undefined) return undefined;
  const args = typeof value[key] === "string" ? parse(value[key]) : value[key];
  return isObject(args) ? { toolName: String(value[name]), args } : undefined;
}

/** Attempts at reading an object, after which a reply counts as unreadable. */
const MAX_ATTEMPTS = 200;

/** The outermost JSON objects in a text. */
function* objectsIn(text: string): Generator<JsonObject> {
  let at = text.indexOf("{");
  for (let attempts = 0; at !== -1 && attempts < MAX_ATTEMPTS; attempts++) {
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parse(text.slice(at, end));
    if (end !== undefined && isObject(value)) {
      yield value;
      at = text.indexOf("{", end);
    } else at = text.indexOf("{", at + 1);
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
