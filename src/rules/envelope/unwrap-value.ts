import { isArray, isObject, type Json, type JsonObject } from "../../core/json.ts";
import { holdsContent } from "../../core/markup-tail.ts";
import { parseJson } from "../../core/parse-json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { type JsonSchema, propertiesOf, typesOf } from "../../core/schema.ts";
import { isSameInWords } from "../keys/reading/same-words.ts";
import { fold } from "../keys/reading/words.ts";
import { asksForJson } from "../values/reading/asks-for-json.ts";

/**
 * One value inside an object of its own: `{"path": {"value": "a"}}`, `{"path": {"type": "string", "value": "a"}}`,
 * `{"path": {"path": "a"}}`. Not where the object may be the content of a JSON file.
 */
export const unwrapValue: ArgumentRule = {
  name: "unwrap-value",
  confidence: "certain",
  level: "envelope",
  takes: "object",
  concerns: () => false, // shells of values stand further in
  propose(place) {
    const { value, path } = place;
    if (path === "" || !isObject(value)) return [];
    const inside = insideOf(value, place);
    if (inside === undefined || inside === null || isEmpty(inside) || mayBeContent(place, inside)) return [];
    return [{ kind: "replace", value: inside }];
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { path: { value: "a" } },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      sent: { city: { type: "string", value: "Rome" } },
      runs: { city: "Rome" },
    },
    {
      schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      sent: { limit: { limit: 3 } },
      runs: { limit: 3 },
    },
    {
      schema: {
        type: "object",
        properties: { data: { type: "string", description: "JSON text" } },
        required: ["data"],
      },
      sent: { data: { value: '{"a":1}' } },
      runs: { data: '{"a":1}' },
    },
    {
      schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      sent: { limit: { min: 3, max: 4 } },
    },
    {
      schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      sent: { limit: { value: 3, unit: "kB" } },
    },
    {
      schema: { type: "object", properties: { at: { type: "object", properties: { x: { type: "number" } } } } },
      sent: { at: { value: {} } },
    },
  ],
};

const SHELLS: ReadonlySet<string> = new Set([
  "value",
  "val",
  "string",
  "number",
  "integer",
  "boolean",
  "content",
  "text",
]);

const NO_NAMES: ReadonlyMap<string, JsonSchema> = new Map();

/** Keys that describe the value beside it. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["type", "description", "name", "title", "format", "key", "required"]);

function insideOf(value: JsonObject, { key, schema, root }: Place): Json | undefined {
  const declared = propertiesOf(schema, root);
  const names = Object.keys(value);
  if (names.some((name) => declared.has(name))) return undefined;
  const rest = names.filter((name) => !isAnnotation(name, value[name] ?? null, key));
  const [only, other] = rest;
  if (only === undefined || other !== undefined) return undefined;
  const bare = only.replace(/^[$#_@]+/u, "");
  const repeatsKey = fold(only) === fold(key) || isSameInWords(only, key, NO_NAMES, root);
  return SHELLS.has(bare.toLowerCase()) || repeatsKey ? value[only] : undefined;
}

function isJsonText(value: Json): boolean {
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  return isArray(parsed) || isObject(parsed);
}

/** An empty object or list inside another one says nothing about which of the two is the shell. */
function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isAnnotation(name: string, value: Json, key: string): boolean {
  if (!ANNOTATIONS.has(name)) return false;
  if (name === "required") return typeof value === "boolean";
  if (name === "name" || name === "key") return typeof value === "string" && fold(value) === fold(key);
  return typeof value === "string";
}

/** Whether the object could itself be what the string property should hold, as its JSON text, and not what is inside. */
function mayBeContent({ key, schema, root, parent }: Place, inside: Json): boolean {
  if (typesOf(schema, root).has("string") && asksForJson(key, schema)) return !isJsonText(inside);
  if (!holdsContent(key, schema) || !isObject(parent)) return false;
  return Object.values(parent).some(
    (sibling) => typeof sibling === "string" && /\.(?:json\w*|ya?ml|toml)$/iu.test(sibling),
  );
}
