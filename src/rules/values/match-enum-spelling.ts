import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { foldToMember, membersOf } from "./reading/members.ts";

/**
 * A member of a list in another spelling: case, outer punctuation, separators, or behind the property's own name.
 * Two members that are one under that spelling are no match.
 */
export const matchEnumSpelling: ArgumentRule = {
  name: "match-enum-spelling",
  confidence: "certain",
  level: "value",
  propose({ value, schema, root, key }) {
    const members = membersOf(schema);
    if (members.length === 0 || (typeof value !== "string" && typeof value !== "boolean")) return [];
    return fits(value, schema, root) ? [] : replaceBy(foldToMember(String(value), members, key));
  },
  examples: [
    {
      schema: { type: "object", properties: { method: { enum: ["GET", "POST"] } } },
      sent: { method: "post." },
      runs: { method: "POST" },
    },
    {
      schema: { type: "object", properties: { operation: { enum: ["goToDefinition", "findReferences"] } } },
      sent: { operation: "find_references" },
      runs: { operation: "findReferences" },
    },
    {
      schema: { type: "object", properties: { mode: { enum: ["a-b", "ab"] } }, required: ["mode"] },
      sent: { mode: "A_B" },
    },
    {
      schema: { type: "object", properties: { agent: { enum: ["explore", "review"] } }, required: ["agent"] },
      sent: { agent: "architect" },
    },
    {
      schema: { type: "object", properties: { step: { enum: ["1", "2"] } }, required: ["step"] },
      sent: { step: "-1" },
    },
  ],
};
