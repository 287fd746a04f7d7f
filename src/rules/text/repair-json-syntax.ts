import { jsonrepair } from "jsonrepair";
import { isObject, type Json } from "../../core/json.ts";
import type { TextRule } from "../../core/rule.ts";
import { FAILED } from "./reading/failed.ts";
import { readLoose } from "./reading/loose-document.ts";
import { saysTheSame } from "./reading/skeleton.ts";

const schema = {
  type: "object",
  properties: { pattern: { type: "string" }, id: { type: "string" } },
  required: ["pattern"],
};

/** Longer text in a notation that only the package reads is not worth the time it takes. */
const MAX_CHARACTERS = 50_000;

/**
 * Notations beside JSON that the jsonrepair package knows: regular expressions, database types, odd escapes. Its answer counts only
 * when it holds the same keys, strings, numbers and brackets as the text, in the same order, and the text is closed.
 */
export const repairJsonSyntax: TextRule = {
  name: "repair-json-syntax",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    if (text.length > MAX_CHARACTERS || !/^\s*\{/.test(text) || OTHER_LITERAL.test(text)) return [];
    const repaired = tryRepair(text);
    if (repaired === undefined || !saysTheSame(text, repaired)) return [];
    // What the own reader refuses of plain JSON, such as numbers in text, is refused here too.
    if (readLoose(repaired, tool) === FAILED) return [];
    const value: Json = JSON.parse(repaired);
    return isObject(value) ? [value] : [];
  },
  examples: [
    { schema, sent: '{"pattern": /ab+c/, "id": "x"}', runs: { pattern: "/ab+c/", id: "x" } },
    { schema, sent: '{"pattern": "a", "id": ObjectId("x")}', runs: { pattern: "a", id: "x" } },
    { schema, sent: '{"pattern": "a" + "b"}' },
    { schema, sent: '{"pattern": "a", ...}' },
    { schema, sent: '{"pattern": "a' },
    { schema, sent: '{"pattern": /a/' },
    { schema, sent: '{"pattern": "say "hi" now"}' },
  ],
};

/** A literal of another language where a value stands: the own reader knows it, and where it may stand. */
const OTHER_LITERAL = /[:,[]\s*(?:True|False|TRUE|FALSE)\b/;

function tryRepair(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    return undefined;
  }
}
