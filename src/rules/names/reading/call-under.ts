import type { Tool, ToolCall } from "../../../core/call.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import { parseJson } from "../../../core/parse-json.ts";
import type { NameReading } from "../../../core/rule.ts";

/**
 * The call under another name, with the arguments that were glued to the name.
 * @param glued Argument text, or `""`.
 * @returns `undefined` when the call has other arguments besides.
 */
export function callUnder(tool: Tool, call: ToolCall, glued: string): NameReading | undefined {
  if (glued === "") return { tool, call: { ...call, name: tool.name } };
  const given = Object.keys(call.arguments).length > 0 || call.argumentsError !== undefined;
  const parsed = parseObject(glued);
  if (given) {
    const same = parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(call.arguments);
    return same ? { tool, call: { ...call, name: tool.name } } : undefined;
  }
  if (parsed !== undefined) return { tool, call: { ...call, name: tool.name, arguments: parsed } };
  const raw = glued.startsWith("(") ? `${tool.name}${glued}` : glued;
  return {
    tool,
    call: { ...call, name: tool.name, argumentsError: `Arguments stand in the name\n\nReceived arguments:\n${raw}` },
  };
}

function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}
