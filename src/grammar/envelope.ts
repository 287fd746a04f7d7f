import { isArray, isNonEmpty, isObject, type Json, type JsonObject, type NonEmpty } from "../core/json.ts";
import type { Body } from "./family.ts";
import { readJsonObject } from "./json-text.ts";

/** A call inside a JSON envelope. */
export interface EnvelopeCall {
  readonly name: string;
  readonly body: Body;
}

const NAME_KEYS = ["name", "function_name", "tool_name", "tool", "function"];
const ARGUMENT_KEYS = [
  "arguments",
  "parameters",
  "args",
  "params",
  "input",
  "tool_input",
  "tool_args",
  "tool_arguments",
];
/** Keys that speak about the call and carry nothing of it. */
const SIDE_KEYS = ["id", "type", "index", "call_id", "tool_call_id"];
const LIST_KEYS = ["tool_calls", "function_calls"];
const OBJECT_KEYS = ["function_call", "tool_call", "function"];

/** The calls of a JSON value that is one call or a list of calls; `undefined` for anything else. */
export function callsInJson(value: Json): NonEmpty<EnvelopeCall> | undefined {
  if (isArray(value)) {
    const calls = value.flatMap((item) => (isArray(item) ? [] : (callsInJson(item) ?? [])));
    return calls.length === value.length && isNonEmpty(calls) ? calls : undefined;
  }
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value).filter((key) => !SIDE_KEYS.includes(key));
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    const inner = value[only] ?? null;
    if (LIST_KEYS.includes(only) && isArray(inner)) return callsInJson(inner);
    if (OBJECT_KEYS.includes(only) && isObject(inner)) return callsInJson(inner);
  }
  const call = callInObject(value, keys);
  return call === undefined ? undefined : [call];
}

function callInObject(object: JsonObject, keys: readonly string[]): EnvelopeCall | undefined {
  const names = keys.filter((key) => NAME_KEYS.includes(key) && typeof object[key] === "string");
  const bodies = keys.filter((key) => ARGUMENT_KEYS.includes(key));
  if (names.length !== 1 || bodies.length > 1 || keys.length !== names.length + bodies.length) return undefined;
  const name = object[names[0] ?? ""];
  if (typeof name !== "string" || name === "") return undefined;
  const body = bodyOf(bodies[0] === undefined ? undefined : object[bodies[0]]);
  return body === undefined ? undefined : { name, body };
}

function bodyOf(value: Json | undefined): Body | undefined {
  if (value === undefined || value === null) return { kind: "object", value: {} };
  if (isObject(value)) return isSchema(value) ? undefined : { kind: "object", value };
  return typeof value === "string" ? bodyOfText(value) : undefined;
}

/** A tool's description has its schema where a call has its arguments. */
function isSchema(value: JsonObject): boolean {
  return value.type === "object" && isObject(value.properties);
}

/** The arguments of a call whose argument text is known whole. */
export function bodyOfText(text: string): Body {
  if (text.trim() === "") return { kind: "object", value: {} };
  const value = readJsonObject(text);
  return value === undefined ? { kind: "raw", text: text.trim() } : { kind: "object", value };
}

/** A call in an envelope that is not JSON but shows its name and where its arguments start. */
export function callInBrokenJson(text: string): EnvelopeCall | undefined {
  const head = BROKEN_HEAD.exec(text);
  if (head?.groups === undefined) return undefined;
  const rest = text.slice(head[0].length).trimEnd();
  if (!rest.startsWith("{") || !rest.endsWith("}")) return undefined;
  return { name: head.groups.name ?? "", body: { kind: "raw", text: rest.slice(0, -1).trimEnd() } };
}

const BROKEN_HEAD =
  /^\s*\{\s*(["'])name\1\s*:\s*(["'])(?<name>[\w.:/-]+)\2\s*,\s*(["'])(?:arguments|parameters)\4\s*:\s*/;
