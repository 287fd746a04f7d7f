import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

/** The null literal of another language, quoted, for a required value that may be null and is no string: `"None"`. */
export const readNull: ArgumentRule = {
  name: "read-null",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root, required }) {
    if (typeof value !== "string" || !required || !/^(?:null|none|nil)$/i.test(value.trim())) return [];
    const types = typesOf(schema, root);
    return replaceBy(types.has("null") && !types.has("string") ? null : undefined);
  },
  examples: [
    {
      schema: { type: "object", properties: { parent: { type: ["integer", "null"] } }, required: ["parent"] },
      sent: { parent: "None" },
      runs: { parent: null },
    },
    {
      schema: { type: "object", properties: { parent: { type: "integer" } }, required: ["parent"] },
      sent: { parent: "None" },
    },
    {
      schema: { type: "object", properties: { parent: { type: ["string", "null"] } }, required: ["parent"] },
      sent: { parent: "None" },
    },
  ],
};
