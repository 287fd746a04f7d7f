import { fits } from "../../core/fits.ts";
import { standardMoment } from "../../core/read-moment.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A date or time in another notation, where the schema takes only the standard one: `Dec 6, 2026`, `2026/12/06`, `2:30 pm`.
 * Dates with two readings are none, and no seconds, time zone or year is filled in.
 */
export const readMoment: ArgumentRule = {
  name: "read-moment",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || !typesOf(schema, root).has("string") || fits(value, schema, root)) return [];
    const standard = standardMoment(value);
    return replaceBy(standard !== undefined && fits(standard, schema, root) ? standard : undefined);
  },
  examples: [
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } } },
      sent: { day: "Dec 6, 2026" },
      runs: { day: "2026-12-06" },
    },
    {
      schema: { type: "object", properties: { at: { type: "string", pattern: "^\\d\\d:\\d\\d$" } } },
      sent: { at: "2:30 pm" },
      runs: { at: "14:30" },
    },
    {
      schema: { type: "object", properties: { from: { type: "string", format: "date-time" } } },
      sent: { from: "2026-12-06 14:30:00Z" },
      runs: { from: "2026-12-06T14:30:00Z" },
    },
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] },
      sent: { day: "06/12/2026" },
    },
    {
      schema: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] },
      sent: { day: "tomorrow" },
    },
    {
      schema: { type: "object", properties: { from: { type: "string", format: "date-time" } }, required: ["from"] },
      sent: { from: "2026-12-06 14:30:00" },
    },
  ],
};
