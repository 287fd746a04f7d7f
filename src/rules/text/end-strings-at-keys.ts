import type { TextRule } from "../../core/rule.ts";
import { readDocument } from "./reading/document.ts";
import { FAILED } from "./reading/failed.ts";
import { readLoose } from "./reading/loose-document.ts";
import { settleObjects } from "./reading/settle.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, old: { type: "string" }, new: { type: "string" }, limit: { type: "number" } },
  required: ["path"],
};

/**
 * Quotes inside a string that are not escaped: the string ends where the next declared property, or the end of its object, follows.
 * Refused wherever a string could end in two places, and when the text does not close everything itself.
 */
export const endStringsAtKeys: TextRule = {
  name: "end-strings-at-keys",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    if (!text.trimEnd().endsWith("}") && !text.includes("}")) return [];
    const document = readLoose(text, tool) === FAILED ? readDocument(text, tool, "anchor") : FAILED;
    const object = document === FAILED ? FAILED : settleObjects(document, tool);
    return object === FAILED ? [] : [object];
  },
  examples: [
    { schema, sent: '{"path": "say "hi" now", "limit": 2}', runs: { path: 'say "hi" now', limit: 2 } },
    {
      schema,
      sent: '{"path": "a", "old": "log("x")", "new": "log("y", "z")"}',
      runs: { path: "a", old: 'log("x")', new: 'log("y", "z")' },
    },
    { schema, sent: '{"path": "5" wide", "old": "x"}' },
    { schema, sent: '{"path": "say "hi", "other": "x"}' },
    { schema, sent: '{"path": "say "hi" now' },
    { schema, sent: '{"path": "a", "old_text"  2, "new": "b"}' },
    { schema, sent: '{"path": "a",{"path": "a"}' },
  ],
};
