import type { Tool } from "../../core/call.ts";
import { type JsonObject, typeOf } from "../../core/json.ts";
import type { TextRule } from "../../core/rule.ts";
import { skipBlanks } from "./reading/cursor.ts";
import { decodeEntities } from "./reading/entities.ts";
import { FAILED } from "./reading/failed.ts";
import { JsonReader } from "./reading/json-reader.ts";
import { onlyProperty } from "./reading/only-property.ts";
import { placesOf, squeezeKey } from "./reading/places.ts";
import { readRootString } from "./reading/root-string.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "number" }, all: { type: "boolean" } },
  required: ["path"],
};

/** Arguments written as those of a function: `path="a", limit=3`, also inside `read(…)` or `<read …/>`. Every name must be declared. */
export const readNamedArguments: TextRule = {
  name: "read-named-arguments",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const inner = argumentsIn(text, tool);
    if (inner === undefined) return [];
    if (inner.form === "call" && readRootString(inner.text) !== FAILED) return positional(inner.text, tool);
    const object = readMembers(inner, tool);
    return object === undefined ? [] : [object];
  },
  examples: [
    { schema, sent: 'path="a", limit=3', runs: { path: "a", limit: 3 } },
    { schema, sent: "t(path='it\\'s', all=True)", runs: { path: "it's", all: true } },
    { schema, sent: '<t path="a" limit="3"/>', runs: { path: "a", limit: "3" } },
    { schema, sent: 'path="a", other=3' },
    { schema, sent: 'path="a' },
    { schema, sent: 'path="a", limit=3,' },
    { schema, sent: 'delete(path="a")' },
  ],
};

interface Inner {
  readonly text: string;
  /** Those of a function, the attributes of an element (in which entities stand for quotes), or neither. */
  readonly form: "call" | "element" | "bare";
}

const CALL = /^(?:(?:return|await|print|call|>>>)\s+)?([\p{L}_][\p{L}\p{N}_.:-]{0,127})\s?\(/u;
const ELEMENT = /^<([\p{L}_][\p{L}\p{N}_.:-]{0,127})\s/u;

/** The text of the arguments; `undefined` for a text of another form, or a call of another tool. */
function argumentsIn(text: string, tool: Tool): Inner | undefined {
  const body = text.trim().replace(/;$/, "");
  const [call, name = ""] = CALL.exec(body) ?? [];
  if (call !== undefined && body.endsWith(")")) {
    return isTool(name, tool) ? { text: body.slice(call.length, -1), form: "call" } : undefined;
  }
  const [element, tag = ""] = ELEMENT.exec(body) ?? [];
  if (element !== undefined) {
    const end = body.endsWith("/>") ? -2 : body.endsWith(`></${tag}>`) ? -tag.length - 4 : 0;
    return end < 0 && isTool(tag, tool) ? { text: body.slice(element.length, end), form: "element" } : undefined;
  }
  return /^[\p{L}_$][\p{L}\p{N}_$.-]{0,127}\s?[=:]/u.test(body) ? { text: body, form: "bare" } : undefined;
}

function isTool(name: string, tool: Tool): boolean {
  return name === tool.name || squeezeKey(name.replace(/^.*[.:]/, "")) === squeezeKey(tool.name);
}

function readMembers({ text, form }: Inner, tool: Tool): JsonObject | undefined {
  // Behind a comma more was to come, unless a bracket closes the call.
  if (form !== "call" && /,\s*$/.test(text)) return undefined;
  const places = placesOf(tool);
  const reader = new JsonReader(`${text}\n}`, places, "quote");
  const object = reader.members();
  if (object === FAILED || !reader.closed || reader.cut || reader.pythonEscapes) return undefined;
  // Outside of a call, `#` and a bare word may just as well be part of a text.
  if (
    form !== "call" &&
    (reader.commented ||
      text.includes("`") ||
      text.includes('"""') ||
      text.includes("'''") ||
      hasBareText(object, tool))
  )
    return undefined;
  const keys = Object.keys(object);
  const ended = skipBlanks(reader.text, reader.at) === reader.text.length;
  if (!ended || keys.length === 0 || !keys.every((key) => places.names([]).has(key))) return undefined;
  return form === "element" ? withoutEntities(object) : object;
}

/** A call with one string and no name: only where a single property can be meant. */
function positional(text: string, tool: Tool): readonly JsonObject[] {
  const property = onlyProperty(tool, "string");
  const value = readRootString(text);
  return property === undefined || value === FAILED ? [] : [{ [property]: value }];
}

/** Whether a property that takes a string and nothing of that kind was given a word or a list without quotes: `True`, `[1]`. */
function hasBareText(object: JsonObject, tool: Tool): boolean {
  return Object.entries(object).some(([key, value]) => {
    const types = placesOf(tool).types([key]);
    return (
      typeof value !== "string" &&
      typeof value !== "number" &&
      types?.has("string") === true &&
      !types.has(typeOf(value))
    );
  });
}

function withoutEntities(object: JsonObject): JsonObject {
  const decoded = Object.entries(object).map(([key, value]) => [
    key,
    typeof value === "string" ? decodeEntities(value) : value,
  ]);
  return Object.fromEntries(decoded);
}
