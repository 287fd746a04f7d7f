import { isArray, isObject, type Json } from "../../core/json.ts";
import { nameWords } from "../../core/name-words.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { asksForJson } from "./reading/asks-for-json.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A list or object where its JSON text is asked for: for a property described as JSON, a payload, or the content of a
 * `.json` file (then indented by two spaces, else compact).
 * Other texts, files of other kinds, shells around a value, and numbers that do not survive the writing are left alone.
 */
export const writeJsonText: ArgumentRule = {
  name: "write-json-text",
  confidence: "certain",
  level: "value",
  propose: (place) => replaceBy(write(place)),
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } },
      sent: { path: "app.json", content: { port: 80, tags: ["a"] } },
      runs: { path: "app.json", content: '{\n  "port": 80,\n  "tags": [\n    "a"\n  ]\n}' },
    },
    {
      schema: {
        type: "object",
        properties: { arguments: { type: "string", description: "JSON string of the arguments" } },
      },
      sent: { arguments: { sql: "select 1" } },
      runs: { arguments: '{"sql":"select 1"}' },
    },
    {
      schema: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
      },
      sent: { path: "app.yaml", content: { port: 80, tags: ["a"] } },
    },
    {
      schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      sent: { title: { text: "a", bold: true } },
    },
    {
      schema: { type: "object", properties: { notes: { type: "string" } }, required: ["notes"] },
      sent: { notes: ["one", "two"] },
    },
  ],
};

function write(place: Place): string | undefined {
  const { value, schema, root } = place;
  if ((!isArray(value) && !isObject(value)) || Object.keys(value).length === 0) return undefined;
  const types = typesOf(schema, root);
  if (!types.has("string") || types.has(isArray(value) ? "array" : "object") || !isExact(value)) return undefined;
  const described = asksForJson(place.key, schema);
  const file = siblingFile(place);
  const isJsonFile = file !== undefined && /\.json$/i.test(file) && isContent(place);
  // A list of one is rather a list too many; the content of a JSON file may be either.
  if (isArray(value) && value.length === 1 && !isObject(value[0]) && !described && !isJsonFile) return undefined;
  if (isJsonFile) {
    return isWrapped(value, place.key) ? undefined : JSON.stringify(value, null, 2);
  }
  if (file !== undefined && isContent(place)) return undefined;
  if (described || (isPayload(place) && isObject(value) && !isShell(value))) return JSON.stringify(value);
  return undefined;
}

/** Whether every number reads back as what it was: beyond 2^53 the model's digits are already lost. */
function isExact(value: Json): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (isArray(value)) return value.every(isExact);
  return isObject(value) ? Object.values(value).every(isExact) : true;
}

const FILE_KEYS = /^(?:path|file|file_?path|filename|file_?name|target_?file|absolute_?path)$/i;

function siblingFile({ parent }: Place): string | undefined {
  if (!isObject(parent)) return undefined;
  const files = Object.entries(parent).filter(([key, child]) => FILE_KEYS.test(key) && typeof child === "string");
  return files.length === 1 ? String(files[0]?.[1]) : undefined;
}

const CONTENT_WORDS = new Set(["content", "contents", "text", "data", "body"]);
const PAYLOAD_WORDS = new Set([
  "payload",
  "body",
  "data",
  "arguments",
  "args",
  "params",
  "parameters",
  "variables",
  "metadata",
]);

function isContent({ key }: Place): boolean {
  return CONTENT_WORDS.has(nameWords(key).at(-1) ?? "");
}

function isPayload({ key, parent }: Place): boolean {
  return isObject(parent) && PAYLOAD_WORDS.has(nameWords(key).at(-1) ?? "");
}

const WRAPPING_KEYS = new Set(["value", "type", "description", "title", "format"]);

/** An object around the one text that was asked for, with what the schema says about it. */
function isWrapped(value: Json, key: string): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  const inner = keys.find((name) => name === "value" || name === key);
  return (
    inner !== undefined &&
    typeof value[inner] === "string" &&
    keys.every((name) => name === inner || WRAPPING_KEYS.has(name))
  );
}

/** Names under which a value stands that was wrapped for its own sake. */
const SHELL_KEYS = new Set(["value", "text", "content", "body", "string", "data", "raw"]);

function isShell(value: Json): boolean {
  return isObject(value) && Object.keys(value).some((key) => SHELL_KEYS.has(key)) && Object.keys(value).length <= 2;
}
