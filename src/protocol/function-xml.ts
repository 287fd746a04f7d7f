import type { Tool, ToolCall } from "../core/call.ts";
import type { Json } from "../core/json.ts";
import { decodeCall } from "../grammar/decode-arguments.ts";
import type { ParameterText } from "../grammar/family.ts";
import { readJson } from "../grammar/json-text.ts";
import type { Source } from "../grammar/source.ts";
import { attributeOf } from "../grammar/tag-call.ts";
import { attribute, cutOff, type EnvelopeReading, malformed, unescapeEntities, type Variant } from "./variant.ts";

const OPEN = /<function\s([^<>]*)>/y;
const PARAM = /<param\s((?:[^<>"]|"[^"]*")*)>/y;
const CLOSE = "</function>";
const PARAM_CLOSE = "</param>";
/** Says that a value is written with entities. */
const ESCAPED = 'escaped="entities"';

/** Parameters as raw text between tags: nothing has to be escaped, so it suits models that break JSON strings. */
export const functionXml: Variant = {
  name: "function-xml",
  shape: '<function name="NAME"><param name="ARGUMENT">VALUE</param></function>',
  note: 'Text between the tags is taken as it stands; with escaped="entities" in the tag &lt; and &amp; are read. For a list or object write <param name="ARGUMENT" type="json">JSON</param>.',
  openers: ["<function"],
  opener: "<function(?=\\s)",
  isFence: false,
  render({ name, arguments: args }, tool) {
    const params = Object.entries(args).map(([key, value]) => renderParam(key, value, name, tool));
    return `<function name="${attribute(name)}">${params.join("")}${CLOSE}`;
  },
  read(source, at, tools) {
    const open = source.match(OPEN, at);
    const name = attributeOf("name", open?.[1] ?? "");
    if (open === undefined || name === undefined) return { kind: "unnamed", end: endOfUnnamed(source, at + 1) };
    return readParams(source, at + open[0].length, unescapeEntities(name), tools);
  },
};

/** After the closing tag, unless another call opens before it. */
function endOfUnnamed(source: Source, from: number): number {
  const close = source.find(CLOSE, from);
  const next = source.find("<function ", from);
  return close === -1 || (next !== -1 && next < close) ? from : close + CLOSE.length;
}

/** The attributes say only what the schema does not: text for a string, anything else by its JSON. */
function renderParam(key: string, value: Json, name: string, tool: Tool | undefined): string {
  const head = `<param name="${attribute(key)}"`;
  if (typeof value !== "string") {
    // In JSON the closing tag can only stand in a string, where any character may be an escape.
    const json = JSON.stringify(value).replaceAll(PARAM_CLOSE, `\\u003c${PARAM_CLOSE.slice(1)}`);
    return `${head} type="json">${json}${PARAM_CLOSE}`;
  }
  const plain = decodeParam({ key, text: value, says: "nothing" }, name, tool) === value;
  const type = plain ? "" : ' type="string"';
  // The one text that cannot stand as it is holds the closing tag itself.
  if (!value.includes(PARAM_CLOSE)) return `${head}${type}>${value}${PARAM_CLOSE}`;
  return `${head} type="string" ${ESCAPED}>${attribute(value)}${PARAM_CLOSE}`;
}

function decodeParam(text: ParameterText, name: string, tool: Tool | undefined): Json {
  const value = text.says === "json" ? readJson(text.text.trim()) : undefined;
  if (value !== undefined) return value;
  if (text.says === "string") return text.text;
  const { arguments: args } = decodeCall({ name, body: { kind: "texts", texts: [text] }, start: 0, end: 0 }, tool);
  return args[text.key] ?? text.text;
}

function callOfTexts(name: string, texts: readonly ParameterText[], tool: Tool | undefined): ToolCall {
  return { name, arguments: Object.fromEntries(texts.map((text) => [text.key, decodeParam(text, name, tool)])) };
}

function readParams(source: Source, from: number, name: string, tools: ReadonlyMap<string, Tool>): EnvelopeReading {
  const texts: ParameterText[] = [];
  let at = source.skipSpace(from);
  for (;;) {
    if (source.text.startsWith(CLOSE, at)) {
      return { kind: "call", call: callOfTexts(name, texts, tools.get(name)), end: at + CLOSE.length };
    }
    const open = source.match(PARAM, at);
    if (open === undefined) return stray(source, from, at, name, texts, tools);
    const attributes = open[1] ?? "";
    const key = attributeOf("name", attributes);
    const start = at + open[0].length;
    const close = source.find(PARAM_CLOSE, start);
    if (close === -1) return cutOff(source, from, name);
    if (key === undefined || texts.some((text) => text.key === unescapeEntities(key))) {
      return malformedParams(source, from, name);
    }
    const raw = source.text.slice(start, close);
    const isEscaped = attributeOf("escaped", attributes) === "entities";
    texts.push({ key: unescapeEntities(key), text: isEscaped ? unescapeEntities(raw) : raw, says: typeOf(attributes) });
    at = source.skipSpace(close + PARAM_CLOSE.length);
  }
}

/** What stands where a parameter or the end is due: the end of the message after whole parameters, or something else. */
function stray(
  source: Source,
  from: number,
  at: number,
  name: string,
  texts: readonly ParameterText[],
  tools: ReadonlyMap<string, Tool>,
): EnvelopeReading {
  if (at === source.text.length && texts.length > 0) {
    return { kind: "call", call: callOfTexts(name, texts, tools.get(name)), end: at };
  }
  return malformedParams(source, from, name);
}

/** The body as it was written goes on as argument text that could not be read. */
function malformedParams(source: Source, from: number, name: string): EnvelopeReading {
  const close = source.find(CLOSE, from);
  if (close === -1) return cutOff(source, from, name);
  const why = `Expected <param name="…"> or ${CLOSE}; a value that holds ${PARAM_CLOSE} is written with ${ESCAPED}`;
  const call = malformed(name, source.text.slice(from, close), why);
  return { kind: "call", call, end: close + CLOSE.length };
}

function typeOf(attributes: string): ParameterText["says"] {
  const type = attributeOf("type", attributes);
  return type === "json" ? "json" : type === "string" ? "string" : "nothing";
}
