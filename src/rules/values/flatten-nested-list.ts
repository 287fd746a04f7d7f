import { isArray } from "../../core/json.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { itemTypes } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";
import { isShellCommand } from "./reading/shell-command.ts";

/**
 * One list too many around a list: `[["a", "b"]]` for `["a", "b"]`.
 * Several inner lists have a structure that would be lost, and a list inside a list of commands may be one command.
 */
export const flattenNestedList: ArgumentRule = {
  name: "flatten-nested-list",
  confidence: "certain",
  level: "value",
  takes: "array",
  propose(place) {
    const { value, schema, root } = place;
    if (!isArray(value) || value.length !== 1 || !typesOf(schema, root).has("array")) return [];
    const [inner] = value;
    if (!isArray(inner) || itemTypes(schema, root).has("array")) return [];
    return inner.length > 1 && isShellCommand(place) ? [] : replaceBy(inner);
  },
  examples: [
    {
      schema: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
      sent: { tags: [["a", "b"]] },
      runs: { tags: ["a", "b"] },
    },
    {
      schema: {
        type: "object",
        properties: { tags: { type: "array", items: { type: "string" } } },
        required: ["tags"],
      },
      sent: {
        tags: [
          ["a", "b"],
          ["c", "d"],
        ],
      },
    },
    {
      schema: { type: "object", properties: { rows: { type: "array", items: { type: "array" } } } },
      sent: { rows: [["a", "b"]] },
    },
  ],
};
