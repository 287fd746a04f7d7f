import type { TextRule } from "../../core/rule.ts";
import { FAILED } from "./reading/failed.ts";
import { readLoose } from "./reading/loose-document.ts";
import { settleObjects } from "./reading/settle.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "number" } },
  required: ["path"],
};

/**
 * The same object several times, behind an empty one, or in snapshots taken while it grew: `{}{"a":1}{"a":1,"b":2}`.
 * Two objects of which neither is the beginning of the other are two calls, and left alone.
 */
export const mergeRepeatedObjects: TextRule = {
  name: "merge-repeated-objects",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const document = readLoose(text, tool);
    if (document === FAILED || document.length < 2) return [];
    const object = settleObjects(document, tool);
    return object === FAILED ? [] : [object];
  },
  examples: [
    { schema, sent: '{}{"path": "a"}', runs: { path: "a" } },
    { schema, sent: '{}{"path": "a"}{"path": "a", "limit": 2}', runs: { path: "a", limit: 2 } },
    { schema, sent: '{"limit": 2}\n{"limit": 2, "path": "a"}', runs: { limit: 2, path: "a" } },
    { schema, sent: '{"path": "a"}{"path": "a", "limit": 2}' },
    { schema, sent: '{"path": "a"}{"path": "b"}' },
    { schema, sent: '{"path": "a", "limit": 2}{"path": "a"}' },
  ],
};
