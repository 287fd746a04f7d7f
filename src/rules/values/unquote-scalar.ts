import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { typed, unquote } from "./reading/peel.ts";

/**
 * A value inside quotes of its own: `"\"4\""` for a number, `"'daily'"` for a member, a quoted address for a pattern or format.
 * A string that fits with its quotes keeps them.
 */
export const unquoteScalar: ArgumentRule = {
  name: "unquote-scalar",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || fits(value, schema, root)) return [];
    const inner = unquote(value);
    if (inner === undefined || inner.trim() === "" || /^[[{]/.test(inner.trim())) return [];
    return replaceBy(typed(inner, schema, root));
  },
  examples: [
    {
      schema: { type: "object", properties: { days: { type: "integer" } } },
      sent: { days: "'7'" },
      runs: { days: 7 },
    },
    {
      schema: { type: "object", properties: { url: { type: "string", pattern: "^https?://" } } },
      sent: { url: '"https://a.example/x"' },
      runs: { url: "https://a.example/x" },
    },
    { schema: { type: "object", properties: { path: { type: "string" } } }, sent: { path: '"a.ts"' } },
    {
      schema: { type: "object", properties: { days: { type: "integer" } }, required: ["days"] },
      sent: { days: "'7 or 8'" },
    },
  ],
};
