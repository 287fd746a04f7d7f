import type { ArgumentRule, Place } from "../../core/rule.ts";
import { acceptsContainer, asAsked } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";
import { parseEncoded } from "./reading/containers.ts";
import { jsonTexts } from "./reading/json-texts.ts";

/**
 * A list or object sent as its own JSON text, once or several times encoded: `"[\"a\"]"` where the schema wants `["a"]`.
 * Only text that parses to the very type asked for. Prose that happens to open with a bracket is left alone.
 */
export const parseStringifiedJson: ArgumentRule = {
  name: "parse-stringified-json",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose: (place) => replaceBy(read(place)),
  examples: [
    {
      schema: { type: "object", properties: { paths: { type: "array", items: { type: "string" } } } },
      sent: { paths: '["a","b"]' },
      runs: { paths: ["a", "b"] },
    },
    {
      schema: {
        type: "object",
        properties: { options: { type: "object", properties: { deep: { type: "boolean" } } } },
      },
      sent: { options: '"{\\"deep\\":true}"' },
      runs: { options: { deep: true } },
    },
    {
      schema: {
        type: "object",
        properties: { edits: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } } },
      },
      sent: { edits: ['{"a":"1"}'] },
      runs: { edits: [{ a: "1" }] },
    },
    {
      schema: { type: "object", properties: { counts: { type: "array", items: { type: "number" } } } },
      sent: { counts: "[draft] notes" },
    },
    {
      schema: { type: "object", properties: { note: { type: "string" } } },
      sent: { note: '["a","b"]' },
    },
    {
      schema: {
        type: "object",
        properties: { edit: { type: "object", properties: { old: { type: "string" } } } },
        required: ["edit"],
      },
      sent: { edit: '{"old":"a","old":"b"}' },
    },
  ],
};

function read({ value, schema, root, key }: Place) {
  if (typeof value !== "string" || !acceptsContainer(schema, root)) return undefined;
  for (const text of jsonTexts(value, key)) {
    const found = asAsked(parseEncoded(text), schema, root);
    if (found !== undefined) return found;
  }
  return undefined;
}
