import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, propertiesOf, typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";
import { parseEncoded } from "./reading/containers.ts";

/**
 * Parameters that follow a string and were swallowed by it: `Sure?</question>\n<parameter name="choices">["a"]`.
 * Each must be declared and absent, one of them required, and the string must be closed before the first of them.
 */
export const splitAbsorbedParameters: ArgumentRule = {
  name: "split-absorbed-parameters",
  confidence: "certain",
  level: "value",
  takes: "object",
  propose(place) {
    const { value } = place;
    if (!isObject(value)) return [];
    const splits = Object.entries(value).flatMap(([key, child]) => {
      const split = typeof child === "string" && child.includes("<") ? splitText(child, key) : undefined;
      return split === undefined ? [] : [{ key, ...split }];
    });
    const [only] = splits;
    return replaceBy(splits.length === 1 && only !== undefined ? spread(value, only, place) : undefined);
  },
  examples: [
    {
      schema: {
        type: "object",
        properties: { question: { type: "string" }, choices: { type: "array", items: { type: "string" } } },
        required: ["question", "choices"],
      },
      sent: { question: 'Commit it?</question>\n<parameter name="choices">["Commit", "Skip"]' },
      runs: { question: "Commit it?", choices: ["Commit", "Skip"] },
    },
    {
      schema: {
        type: "object",
        properties: { city: { type: "string" }, days: { type: "integer" } },
        required: ["city", "days"],
      },
      sent: { city: "Rome</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>" },
      runs: { city: "Rome", days: 3 },
    },
    {
      schema: { type: "object", properties: { summary: { type: "string" }, source: { type: "string" } } },
      sent: { summary: 'Design</summary><parameter name="source">x' },
    },
    {
      schema: {
        type: "object",
        properties: { question: { type: "string" }, choices: { type: "array", items: { type: "string" } } },
        required: ["question", "choices"],
      },
      sent: { question: 'Write <parameter name="choices">["a"]' },
    },
    {
      schema: {
        type: "object",
        properties: { question: { type: "string" }, choices: { type: "array", items: { type: "string" } } },
        required: ["question", "choices"],
      },
      sent: { question: 'Sure?</question><parameter name="options">["a"]' },
    },
  ],
};

interface Split {
  readonly rest: string;
  readonly absorbed: ReadonlyMap<string, string>;
}

const NEXT =
  /\s*(?:<parameter(?:=|\s+name\s*=\s*)["']?([^"'<>]+?)["']?(?:\s[^<>]*)?>|<arg_key>([^<>]+)<\/arg_key>\s*<arg_value>)/y;
const END = /<\/(?:parameter|arg_value|function|tool_call|invoke)>|(?=<parameter[\s=])|(?=<arg_key>)/g;

/** Where the string was closed, by a tag of its own name or of the grammar, with the next parameter behind it. */
function closingBefore(key: string): RegExp {
  const name = key.replaceAll(/\W/g, "\\$&");
  return new RegExp(`</(?:parameter|arg_value|${name})>\\s*(?=<parameter[\\s=]|<arg_key>)`);
}

function splitText(text: string, key: string): Split | undefined {
  const closing = closingBefore(key).exec(text);
  if (closing === null || closing.index === 0) return undefined;
  const absorbed = new Map<string, string>();
  for (let at = closing.index + closing[0].length; at < text.length; ) {
    NEXT.lastIndex = at;
    const opening = NEXT.exec(text);
    if (opening === null) {
      if (!/^(?:\s|<\/[\w:-]+>)*$/.test(text.slice(at))) return undefined;
      break;
    }
    const name = (opening[1] ?? opening[2] ?? "").trim();
    const from = at + opening[0].length;
    END.lastIndex = from;
    const end = END.exec(text);
    if (absorbed.has(name)) return undefined;
    absorbed.set(name, text.slice(from, end?.index ?? text.length));
    at = end === null ? text.length : end.index + end[0].length;
  }
  const rest = text.slice(0, closing.index).replace(/\r?\n$/, "");
  return absorbed.size === 0 ? undefined : { rest, absorbed };
}

function spread(
  value: JsonObject,
  { key, rest, absorbed }: Split & { readonly key: string },
  { schema, root }: Place,
): JsonObject | undefined {
  const declared = propertiesOf(schema, root);
  const required = isSchemaObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const names = [...absorbed.keys()];
  if (!names.every((name) => declared.has(name) && !Object.hasOwn(value, name))) return undefined;
  if (!names.some((name) => required.includes(name))) return undefined;
  const found = names.map((name) => [name, readAs(absorbed.get(name) ?? "", declared.get(name), root)] as const);
  return { ...value, [key]: rest, ...Object.fromEntries(found) };
}

/** Text for a string property, as it stands but for the line breaks beside its tags; else the JSON it spells. */
function readAs(text: string, schema: unknown, root: Place["root"]): Json {
  const types = typesOf(schema, root);
  const piece = text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
  if (types.has("string")) return piece;
  return parseEncoded(piece) ?? (types.has("number") || types.has("integer") ? numberOr(piece.trim()) : piece.trim());
}

function numberOr(text: string): Json {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
