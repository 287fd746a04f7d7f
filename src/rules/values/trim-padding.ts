import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { typed } from "./reading/peel.ts";

/**
 * White space around a value, or a stop behind it, that its pattern, format or type does not allow: `"a@b.example\n"`.
 * Free text is never trimmed.
 */
export const trimPadding: ArgumentRule = {
  name: "trim-padding",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || fits(value, schema, root)) return [];
    const inner = value.trim().replace(/[.,;]$/, "");
    return replaceBy(inner === value || inner === "" ? undefined : typed(inner, schema, root));
  },
  examples: [
    {
      schema: { type: "object", properties: { to: { type: "string", format: "email" } } },
      sent: { to: " ann@b.example\n" },
      runs: { to: "ann@b.example" },
    },
    { schema: { type: "object", properties: { note: { type: "string" } } }, sent: { note: "  indented\n" } },
    {
      schema: { type: "object", properties: { to: { type: "string", format: "email" } }, required: ["to"] },
      sent: { to: " nobody " },
    },
  ],
};
