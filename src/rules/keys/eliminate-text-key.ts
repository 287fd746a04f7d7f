import type { ArgumentRule } from "../../core/rule.ts";
import { eliminate, isSpecific } from "./reading/eliminate.ts";

/** The only unknown key for the only missing property, where that takes any text: a guess. */
export const eliminateTextKey: ArgumentRule = {
  name: "eliminate-text-key",
  confidence: "guess",
  level: "key",
  concerns: () => false, // nothing is missing from valid arguments
  propose: (place) => eliminate(place, (schema, root) => !isSpecific(schema, root)),
  examples: [
    {
      schema: { type: "object", properties: { recipe: { type: "string" } }, required: ["recipe"] },
      sent: { formula: "spaghetti" },
      runs: { recipe: "spaghetti" },
    },
    {
      schema: { type: "object", properties: { recipe: { type: "string" } }, required: ["recipe"] },
      sent: { formula: "spaghetti", sauce: "red" },
    },
  ],
};
