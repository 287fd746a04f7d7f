import { readNumber } from "../../core/read-number.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A number spelled out or with separators: `"three"`, `"2,800"`, `"1_000"`, `"0x10"`.
 * Units, percent, currencies, ranges, "about", a comma that may be decimal, and a fraction for an integer are none.
 */
export const readNumberWord: ArgumentRule = {
  name: "read-number",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string") return [];
    const types = typesOf(schema, root);
    if (types.has("string") || !types.has("integer")) return [];
    const number = readNumber(value);
    return replaceBy(number !== undefined && (types.has("number") || Number.isInteger(number)) ? number : undefined);
  },
  examples: [
    { schema: { type: "object", properties: { a: { type: "integer" } } }, sent: { a: "three" }, runs: { a: 3 } },
    { schema: { type: "object", properties: { a: { type: "integer" } } }, sent: { a: "2,800" }, runs: { a: 2800 } },
    { schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] }, sent: { a: "30s" } },
    { schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] }, sent: { a: "1,5" } },
    { schema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, sent: { a: "3.7" } },
    { schema: { type: "object", properties: { a: { type: "string" } } }, sent: { a: "three" } },
  ],
};
