import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A date with midnight behind it, or a time with zero seconds, where the schema takes only the rest: `2026-01-06T00:00:00Z`.
 * Any other time of day would be lost.
 */
export const dropZeroTime: ArgumentRule = {
  name: "drop-zero-time",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || fits(value, schema, root)) return [];
    const rest = ZERO_TIMES.map((zero) => value.trim().replace(zero, "")).find((piece) => fits(piece, schema, root));
    return replaceBy(rest === "" ? undefined : rest);
  },
  examples: [
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } } },
      sent: { day: "2026-01-06T00:00:00Z" },
      runs: { day: "2026-01-06" },
    },
    {
      schema: { type: "object", properties: { at: { type: "string", pattern: "^\\d\\d:\\d\\d$" } } },
      sent: { at: "14:30:00" },
      runs: { at: "14:30" },
    },
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] },
      sent: { day: "2026-01-06T09:00:00Z" },
    },
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] },
      sent: { day: "2026/01/06" },
    },
  ],
};

const ZERO_TIMES: readonly RegExp[] = [
  /(?<=\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?$/,
  /(?<=^\d\d:\d\d):00(?:\.0+)?$/,
];
