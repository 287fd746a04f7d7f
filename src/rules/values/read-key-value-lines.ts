import type { Json, JsonObject } from "../../core/json.ts";
import { isObject } from "../../core/json.ts";
import { holdsContent } from "../../core/markup-tail.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, propertiesOf, typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";
import { typed, unquote } from "./reading/peel.ts";

/**
 * An object sent as lines of `name: value` or `name=value`: headers, an environment, or the declared properties.
 * Every line must be such a pair, and no name may stand twice. Other text is left alone.
 */
export const readKeyValueLines: ArgumentRule = {
  name: "read-key-value-lines",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose: (place) => replaceBy(typeof place.value === "string" ? read(place.value, place) : undefined),
  examples: [
    {
      schema: { type: "object", properties: { headers: { type: "object", additionalProperties: { type: "string" } } } },
      sent: { headers: "Accept: text/html\nX-Id: 7" },
      runs: { headers: { Accept: "text/html", "X-Id": "7" } },
    },
    {
      schema: {
        type: "object",
        properties: { at: { type: "object", properties: { lat: { type: "number" }, lng: { type: "number" } } } },
      },
      sent: { at: "lat: 1.5, lng: 2" },
      runs: { at: { lat: 1.5, lng: 2 } },
    },
    {
      schema: {
        type: "object",
        properties: { headers: { type: "object", additionalProperties: { type: "string" } } },
        required: ["headers"],
      },
      sent: { headers: "Accept: a\nand more" },
    },
    {
      schema: { type: "object", properties: { meta: { type: "object" } }, required: ["meta"] },
      sent: { meta: "a=1" },
    },
    {
      schema: {
        type: "object",
        properties: { at: { type: "object", properties: { lat: { type: "number" }, lng: { type: "number" } } } },
        required: ["at"],
      },
      sent: { at: "lat: 1.5, alt: 2" },
    },
  ],
};

/** Longer texts are no few lines that a model wrote for an object. */
const MAX_LENGTH = 20_000;

function read(text: string, { schema, root }: Place): JsonObject | undefined {
  const types = typesOf(schema, root);
  if (text.length > MAX_LENGTH) return undefined;
  if (!types.has("object") || types.has("string") || !isSchemaObject(schema) || /^\s*[[{"'<]/.test(text))
    return undefined;
  const declared = propertiesOf(schema, root);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const parts = lines.length === 1 && declared.size > 0 ? text.split(/[,;]\s*(?=[A-Za-z_]\w*\s*[:=])/) : lines;
  // One line of several pairs has no certain end of the first value.
  if (parts.length === 0 || (parts.length === 1 && /[,;&]\s*[\w-]+\s*[:=]/.test(text))) return undefined;
  const pairs = parts.map(readPair);
  if (!pairs.every((pair) => pair !== undefined) || new Set(pairs.map(([name]) => name)).size !== pairs.length) {
    return undefined;
  }
  if (declared.size > 0) {
    // Content has lines and margins of its own.
    if (!pairs.every(([name]) => declared.has(name) && !holdsContent(name, declared.get(name)))) return undefined;
    return Object.fromEntries(pairs.map(([name, value]) => [name, typed(value, declared.get(name), root)]));
  }
  const rest = schema.additionalProperties;
  const strings = isObject(rest) && typesOf(rest, root).has("string") && typesOf(rest, root).size === 1;
  return strings ? Object.fromEntries<Json>(pairs) : undefined;
}

function readPair(line: string): readonly [string, string] | undefined {
  const found = /^([A-Za-z_][\w-]*)(?:=| = |: ?)(\S.*)$/.exec(line.trim());
  const value = found?.[2] ?? "";
  return found === null || value === "" ? undefined : [found[1] ?? "", unquote(value) ?? value];
}
