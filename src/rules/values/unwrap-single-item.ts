import { isArray, isObject } from "../../core/json.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { isSchemaObject, typesOf } from "../../core/schema.ts";
import { asksForJson } from "./reading/asks-for-json.ts";
import { replaceBy } from "./reading/change.ts";
import { looksLikeEntry } from "./reading/named-entry.ts";

/**
 * A list of one where the item itself is asked for: `["src/a.ts"]` for a path.
 * A list of several, or of null, is left alone.
 */
export const unwrapSingleItem: ArgumentRule = {
  name: "unwrap-single-item",
  confidence: "certain",
  level: "value",
  takes: "array",
  propose({ value, schema, root, key }) {
    const types = typesOf(schema, root);
    if (!isArray(value) || value.length !== 1 || types.has("array")) return [];
    if (types.has("string") && asksForJson(key, schema)) return [];
    const [item] = value;
    // The one entry of a map is no map.
    if (item !== undefined && looksLikeEntry(item) && isSchemaObject(schema) && !isObject(schema.properties)) return [];
    // A whole object for a string may be meant as the JSON text of the list.
    const whole = isObject(item) && Object.keys(item).length > 2 && !types.has("object");
    return replaceBy(whole ? undefined : (item ?? undefined));
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { path: ["src/a.ts"] },
      runs: { path: "src/a.ts" },
    },
    {
      schema: { type: "object", properties: { at: { type: "object", properties: { x: { type: "number" } } } } },
      sent: { at: [{ x: 1 }] },
      runs: { at: { x: 1 } },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { path: ["a.ts", "b.ts"] },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { path: [null] },
    },
  ],
};
