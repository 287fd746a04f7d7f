import type { Tool } from "../../core/call.ts";
import { isArray, type Json, type JsonObject } from "../../core/json.ts";
import type { TextRule } from "../../core/rule.ts";
import { FAILED } from "./reading/failed.ts";
import { holdsCall } from "./reading/holds-call.ts";
import { readLoose } from "./reading/loose-document.ts";
import { onlyProperty } from "./reading/only-property.ts";
import { readObject } from "./reading/read-object.ts";
import { settleObjects } from "./reading/settle.ts";

const one = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const many = {
  type: "object",
  properties: { paths: { type: "array", items: { type: "string" } }, limit: { type: "number" } },
  required: ["paths"],
};

/** A list at the root: the arguments in a list of one, or the list, or its only string, for the only property that must be there. */
export const unwrapRootList: TextRule = {
  name: "unwrap-root-list",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const document = readLoose(text, tool);
    const root = document === FAILED || document.length > 1 ? undefined : document[0];
    return root !== undefined && isArray(root) ? readings(root, tool) : [];
  },
  examples: [
    { schema: one, sent: '[{"path": "a"}]', runs: { path: "a" } },
    { schema: one, sent: '["a"]', runs: { path: "a" } },
    { schema: one, sent: '["a", "b"]' },
    { schema: many, sent: '["a", "b"]', runs: { paths: ["a", "b"] } },
    { schema: one, sent: '[{"path": "a"}, {"path": "b"}]' },
    { schema: many, sent: '["a", "b"' },
  ],
};

function readings(list: readonly Json[], tool: Tool): readonly JsonObject[] {
  const object = settleObjects(list, tool);
  const property = onlyProperty(tool, "array");
  const [item, another] = list;
  const single = property === undefined && another === undefined && typeof item === "string" ? item : undefined;
  const text = single === undefined ? undefined : onlyProperty(tool, "string");
  if (text !== undefined && single !== undefined)
    return holdsCall(single, tool) ? callIn(single, tool) : [{ [text]: single }];
  return [...(object === FAILED ? [] : [object]), ...(property === undefined ? [] : [{ [property]: list }])];
}

function callIn(text: string, tool: Tool): readonly JsonObject[] {
  const object = readObject(text, tool);
  return object === FAILED ? [] : [object];
}
