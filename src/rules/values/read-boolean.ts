import { readBoolean } from "../../core/read-boolean.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A boolean as a word: yes, no, on, off, y, n, and true or false in any case.
 * "enabled", "maybe" and the like say more than that, and numbers other than 0 and 1 are none.
 */
export const readBooleanWord: ArgumentRule = {
  name: "read-boolean",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string") return [];
    const types = typesOf(schema, root);
    return replaceBy(types.has("boolean") && !types.has("string") ? readBoolean(value) : undefined);
  },
  examples: [
    {
      schema: { type: "object", properties: { deep: { type: "boolean" } } },
      sent: { deep: "No" },
      runs: { deep: false },
    },
    {
      schema: { type: "object", properties: { deep: { type: "boolean" } } },
      sent: { deep: "on" },
      runs: { deep: true },
    },
    {
      schema: { type: "object", properties: { deep: { type: "boolean" } }, required: ["deep"] },
      sent: { deep: "maybe" },
    },
    { schema: { type: "object", properties: { deep: { type: "string" } } }, sent: { deep: "yes" } },
  ],
};
