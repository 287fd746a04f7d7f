import { isObject, type Json } from "../../core/json.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { isSchemaObject } from "../../core/schema.ts";
import { shapeOf } from "../../core/shape.ts";

/**
 * A key that swallowed its value, with an empty value behind it: `path</arg_key>\n<arg_value>src/a.ts` with `""`.
 * Only where the markup of both stands whole in the key.
 */
export const splitFusedKey: ArgumentRule = {
  name: "split-fused-key",
  confidence: "certain",
  level: "envelope",
  concerns: (name) => splitKey(name) !== undefined,
  propose({ value, schema }) {
    if (!isObject(value) || !isSchemaObject(schema)) return [];
    const { properties } = shapeOf(schema);
    let split = false;
    const entries = Object.entries(value).map(([key, child]): readonly [string, Json] => {
      const parts = properties.has(key) || !isBlank(child) ? undefined : splitKey(key);
      if (parts === undefined || !properties.has(parts[0]) || Object.hasOwn(value, parts[0])) return [key, child];
      split = true;
      return parts;
    });
    if (!split || new Set(entries.map(([key]) => key)).size < entries.length) return [];
    return [{ kind: "replace", value: Object.fromEntries(entries) }];
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "path</arg_key>\n<arg_value>src/a.ts": "" },
      runs: { path: "src/a.ts" },
    },
    {
      schema: { type: "object", properties: { limit: { type: "integer" } }, required: ["limit"] },
      sent: { "limit</arg_key><arg_value>5</arg_value>": null },
      runs: { limit: "5" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "path</arg_key><arg_value>a": "b" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "file<arg_key": "page</arg_key><arg_value>5" },
    },
  ],
};

const FUSED = /^\s*(?:<arg_key>)?\s*([\w.$-]+)\s*<\/arg_key>\s*<arg_value>(.*?)(?:<\/arg_value>\s*)?$/su;
const NAMED = /^\s*<?parameter(?:=|\s+name=)["']?([\w.$-]+)["']?\s*>\n?(.*?)(?:\n?<\/parameter>\s*)?$/su;

function splitKey(key: string): readonly [string, string] | undefined {
  const [, name, value] = FUSED.exec(key) ?? NAMED.exec(key) ?? [];
  if (name === undefined || value === undefined || value === "" || /<\/?(?:arg_|parameter)/u.test(value))
    return undefined;
  return [name, value];
}

function isBlank(value: Json): boolean {
  return value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}
