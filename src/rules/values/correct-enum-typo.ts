import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { foldToMember, membersOf } from "./reading/members.ts";
import { misspelledMember } from "./reading/typo.ts";

/**
 * A member of a list with one slip of the pen: a letter too many, missing or changed, or two letters swapped.
 * Never between two candidates, to a short word, over a changed digit, or from a word that means something itself.
 */
export const correctEnumTypo: ArgumentRule = {
  name: "correct-enum-typo",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root, key }) {
    const members = membersOf(schema);
    if (typeof value !== "string" || members.length === 0 || fits(value, schema, root)) return [];
    return foldToMember(value, members, key) === undefined ? replaceBy(misspelledMember(value, members)) : [];
  },
  examples: [
    {
      schema: { type: "object", properties: { status: { enum: ["pending", "in_progress"] } } },
      sent: { status: "in_progess" },
      runs: { status: "in_progress" },
    },
    {
      schema: { type: "object", properties: { status: { enum: ["pending", "in_progress"] } }, required: ["status"] },
      sent: { status: "failed" },
    },
    {
      schema: { type: "object", properties: { side: { enum: ["left", "right"] } }, required: ["side"] },
      sent: { side: "light" },
    },
    {
      schema: { type: "object", properties: { model: { enum: ["gpt-5.1", "gpt-5.2"] } }, required: ["model"] },
      sent: { model: "gpt-5.3" },
    },
    {
      schema: { type: "object", properties: { kind: { enum: ["typical", "other"] } }, required: ["kind"] },
      sent: { kind: "atypical" },
    },
  ],
};
