import { fits } from "../../core/fits.ts";
import { isObject } from "../../core/json.ts";
import { isPlaceholder } from "../../core/placeholders.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { isSchemaObject, propertiesOf } from "../../core/schema.ts";
import { foldToMember, membersOf } from "./reading/members.ts";

/**
 * Null or a placeholder for an optional property that does not take it: `{}`, `""`, "N/A", "undefined", "None".
 * A required property, and a word the property accepts, stay.
 */
export const dropPlaceholder: ArgumentRule = {
  name: "drop-placeholder",
  confidence: "certain",
  level: "value",
  takes: "object",
  propose({ value, schema, root }) {
    if (!isObject(value)) return [];
    const declared = propertiesOf(schema, root);
    const required: readonly unknown[] =
      isSchemaObject(schema) && Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(value).flatMap(([key, child]) => {
      const property = declared.get(key);
      if (property === undefined || required.includes(key) || !isPlaceholder(child)) return [];
      if (fits(child, property, root)) return [];
      const meant = typeof child === "string" && foldToMember(child, membersOf(property), key) !== undefined;
      return meant ? [] : [{ kind: "drop", key } as const];
    });
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" }, limit: { type: "number" } } },
      sent: { path: "a", limit: "" },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" }, deep: { type: "boolean" } } },
      sent: { path: "a", deep: "None" },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { level: { enum: ["None", "All"] } } },
      sent: { level: "none" },
    },
    { schema: { type: "object", properties: { note: { type: "string" } } }, sent: { note: "" } },
    { schema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] }, sent: { limit: {} } },
  ],
};
