import type { ArgumentRule, Place } from "../../core/rule.ts";
import { acceptsContainer, asAsked } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";
import { parseEncoded, parseNotation } from "./reading/containers.ts";
import { jsonTexts } from "./reading/json-texts.ts";

/**
 * A list or object sent as text in another notation: Python or JavaScript literals, single or typographic quotes, a
 * trailing comma, raw line breaks in strings, escaped quotes. Bare words as values, and anything open or left over, are none.
 */
export const parseLooseNotation: ArgumentRule = {
  name: "parse-loose-notation",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose: (place) => replaceBy(read(place)),
  examples: [
    {
      schema: { type: "object", properties: { teams: { type: "array", items: { type: "string" } } } },
      sent: { teams: "['Lakers', \"O'Neil\",]" },
      runs: { teams: ["Lakers", "O'Neil"] },
    },
    {
      schema: { type: "object", properties: { options: { type: "object" } } },
      sent: { options: "{'deep': True, 'limit': None}" },
      runs: { options: { deep: true, limit: null } },
    },
    {
      schema: { type: "object", properties: { edits: { type: "array", items: { type: "object" } } } },
      sent: { edits: '[{"text":"one\n\ttwo"}]' },
      runs: { edits: [{ text: "one\n\ttwo" }] },
    },
    {
      schema: { type: "object", properties: { counts: { type: "array", items: { type: "number" } } } },
      sent: { counts: "[one of 'many'" },
    },
    {
      schema: { type: "object", properties: { options: { type: "object" } } },
      sent: { options: "{deep: yes please}" },
    },
    {
      schema: { type: "object", properties: { options: { type: "object" } } },
      sent: { options: "{'deep': 'tru" },
    },
  ],
};

function read({ value, schema, root, key }: Place) {
  if (typeof value !== "string" || !acceptsContainer(schema, root)) return undefined;
  // What strict JSON reads is no matter of notation.
  if (asAsked(parseEncoded(value), schema, root) !== undefined) return undefined;
  const texts = jsonTexts(value, key);
  if (texts.some((text) => asAsked(parseEncoded(text), schema, root) !== undefined)) return undefined;
  for (const text of texts) {
    const found = asAsked(parseNotation(text), schema, root);
    if (found !== undefined) return found;
  }
  return undefined;
}
