import type { ArgumentRule } from "../../core/rule.ts";
import { eliminate, isSpecific } from "./reading/eliminate.ts";

/**
 * The only unknown key for the only missing property, where the property takes only specific values (a number, a list, an
 * enum, a pattern …) and the value is one of them as it stands.
 */
export const eliminateKey: ArgumentRule = {
  name: "eliminate-key",
  confidence: "certain",
  level: "key",
  concerns: () => false, // nothing is missing from valid arguments
  propose: (place) => eliminate(place, isSpecific),
  examples: [
    {
      schema: { type: "object", properties: { degrees: { type: "integer" } }, required: ["degrees"] },
      sent: { rotation: 30 },
      runs: { degrees: 30 },
    },
    {
      schema: { type: "object", properties: { recipe: { type: "string" } }, required: ["recipe"] },
      sent: { formula: "spaghetti" },
    },
    {
      schema: { type: "object", properties: { width: { type: "number" } }, required: ["width"] },
      sent: { height: 3 },
    },
    {
      schema: { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] },
      sent: { dry_run: true },
    },
    {
      schema: {
        type: "object",
        properties: { a: { type: "integer" }, b: { type: "integer" } },
        required: ["a", "b"],
      },
      sent: { x: 1, y: 2 },
    },
  ],
};
