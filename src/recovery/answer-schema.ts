import type { Tool } from "../core/call.ts";
import { isArray, isObject, type Json, type JsonObject } from "../core/json.ts";
import { type Handles, MARK } from "./handles.ts";

/** What a model answers in place of a tool's name when the call cannot be corrected. */
export const NO_TOOL = "none";

/** Characters up to which a tool's own schema constrains the answer; a larger one would cost more than it helps. */
const MAX_CHARACTERS = 1500;

/** The JSON Schema of an answer: one of the tools, and arguments as its schema wants them, or handles in their place. */
export function answerSchema(candidates: readonly Tool[], handles: Handles): JsonObject {
  return {
    type: "object",
    properties: {
      toolName: { type: "string", enum: [...candidates.map(({ name }) => name), NO_TOOL] },
      args: argsSchema(candidates, handles),
    },
    required: ["toolName", "args"],
    additionalProperties: false,
  };
}

function argsSchema([tool, ...others]: readonly Tool[], handles: Handles): JsonObject {
  const parameters = tool?.parameters;
  if (others.length > 0 || !isObject(parameters)) return { type: "object" };
  const schema = admit(parameters, markerSchema(handles), handles.holdContainers);
  if (!isObject(schema) || JSON.stringify(schema).length > MAX_CHARACTERS) return { type: "object" };
  return schema;
}

function markerSchema({ names }: Handles): JsonObject | undefined {
  if (names.length === 0) return undefined;
  const properties = { [MARK]: { enum: names } };
  return { type: "object", properties, required: [MARK], additionalProperties: false };
}

/** Words that only describe, and words whose patterns grammars do not know: the host checks those. */
const LEFT_OUT = new Set(["description", "title", "examples", "default", "$schema", "format", "pattern"]);

/** The schema without descriptions, where every string may also be a handle. */
function admit(node: Json, marker: JsonObject | undefined, containers: boolean): Json {
  if (isArray(node)) return node.map((item) => admit(item, marker, containers));
  if (!isObject(node)) return node;
  const own: JsonObject = Object.fromEntries(
    Object.entries(node).flatMap(([key, value]): [string, Json][] => {
      if (LEFT_OUT.has(key)) return [];
      if (key === "properties" && isObject(value)) {
        const entries = Object.entries(value).map(([name, child]) => [name, admit(child, marker, containers)] as const);
        return [[key, Object.fromEntries(entries)]];
      }
      return [[key, key === "enum" || key === "const" ? value : admit(value, marker, containers)]];
    }),
  );
  const { type } = own;
  const replaceable =
    type === "string" || (containers && (type === "array" || (type === "object" && node.required === undefined)));
  return marker !== undefined && replaceable && own.enum === undefined ? { anyOf: [own, marker] } : own;
}
