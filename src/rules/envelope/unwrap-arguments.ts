import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule, Change } from "../../core/rule.ts";
import { isSchemaObject } from "../../core/schema.ts";
import { shapeOf } from "../../core/shape.ts";
import { readObject } from "./reading/read-object.ts";
import { openShell } from "./reading/shells.ts";

/**
 * All the arguments inside one more object: `{"arguments": {…}}`, `{"name": "read", "input": {…}}`, `{"properties": {…}}`.
 * Only around the whole call, never where the shell's name is declared, and not when it names another tool.
 */
export const unwrapArguments: ArgumentRule = {
  name: "unwrap-arguments",
  confidence: "certain",
  level: "envelope",
  takes: "object",
  concerns: () => false, // a shell around the arguments holds keys of theirs
  propose({ value, schema, path, tool }) {
    if (path !== "" || !isObject(value) || !isSchemaObject(schema)) return [];
    const { properties } = shapeOf(schema);
    const opened = openShell(value, tool.name, (key) => properties.has(key));
    if (opened === undefined) return [];
    const [only] = Array.isArray(opened.inside) ? opened.inside : [opened.inside];
    const inside = isObject(only) ? only : readObject(only ?? null);
    if (inside === undefined || Object.keys(inside).length === 0) return [];
    if (Object.keys(opened.beside).length === 0) return [replaceBy(inside)];
    const collides = Object.keys(inside).some((key) => Object.hasOwn(opened.beside, key) || !properties.has(key));
    return collides ? [] : [replaceBy({ ...opened.beside, ...inside })];
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { arguments: { path: "a" } },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { params: '{"path":"a"}' },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { type: "object", properties: { path: "a" } },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { arguments: { path: "a" }, input: { path: "b" } },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { name: "delete", arguments: { path: "a" } },
    },
    {
      schema: {
        type: "object",
        properties: { arguments: { type: "object" }, name: { type: "string" } },
        required: ["arguments", "name"],
      },
      sent: { arguments: { name: "a" } },
    },
  ],
};

function replaceBy(value: JsonObject): Change {
  return { kind: "replace", value: value as Json };
}
