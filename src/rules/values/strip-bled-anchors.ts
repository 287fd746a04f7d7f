import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { typed, unanchor } from "./reading/peel.ts";

/**
 * Anchors of a pattern that a decoder copied into the value: `^500$` for a number, `^open$` for a member.
 * Only where the value does not fit with them and does without; a free string keeps them.
 */
export const stripBledAnchors: ArgumentRule = {
  name: "strip-bled-anchors",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || fits(value, schema, root)) return [];
    const inner = isPrice(value) ? undefined : unanchor(value);
    return replaceBy(inner === undefined ? undefined : typed(inner, schema, root));
  },
  examples: [
    {
      schema: { type: "object", properties: { limit: { type: "number" } } },
      sent: { limit: "^500$" },
      runs: { limit: 500 },
    },
    {
      schema: { type: "object", properties: { state: { enum: ["open", "closed"] } } },
      sent: { state: "^open$" },
      runs: { state: "open" },
    },
    { schema: { type: "object", properties: { pattern: { type: "string" } } }, sent: { pattern: "^def " } },
    {
      schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      sent: { limit: "$5" },
    },
    {
      schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      sent: { limit: "5$" },
    },
  ],
};

/** Whether a number has the dollar sign of a price rather than an anchor. */
function isPrice(text: string): boolean {
  return /^\s*-?\d[\d.,]*\s*\$\s*$/u.test(text);
}
