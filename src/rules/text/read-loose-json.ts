import { isObject } from "../../core/json.ts";
import type { TextRule } from "../../core/rule.ts";
import { FAILED } from "./reading/failed.ts";
import { readLoose } from "./reading/loose-document.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string" },
    limit: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["path"],
};

/**
 * One object in a notation beside JSON: commas, quotes, literals, comments, numbers, closing braces, or text around it.
 * Text that was cut, and text around the object that says more than the object, is left alone.
 */
export const readLooseJson: TextRule = {
  name: "read-loose-json",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const document = readLoose(text, tool);
    const root = document === FAILED || document.length > 1 ? undefined : document[0];
    return root !== undefined && isObject(root) ? [root] : [];
  },
  examples: [
    { schema, sent: '{"path": "a", "limit": 5,}', runs: { path: "a", limit: 5 } },
    { schema, sent: "{'path': 'it\\'s', limit: None}", runs: { path: "it's", limit: null } },
    { schema, sent: 'Sure:\n```json\n{"path": "a" // the file\n}\n```', runs: { path: "a" } },
    { schema, sent: '{"path" "a", "limit" 5}', runs: { path: "a", limit: 5 } },
    { schema, sent: '{"path": "a", "limit": 5' },
    { schema, sent: '{"path": "a", "tags": ["x"' },
    { schema, sent: '{"path": "a"} and then {"path": "b"}' },
  ],
};
