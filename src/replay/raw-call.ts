import type { ToolCall } from "../core/call.ts";
import { isObject } from "../core/json.ts";

/** The arguments of a call from their raw form: an object, or the text of what was no JSON object. */
export function rawCall(raw: unknown): Pick<ToolCall, "arguments" | "argumentsError"> {
  if (typeof raw !== "string") return { arguments: isObject(raw) ? raw : {} };
  return { arguments: {}, argumentsError: `Not a JSON object\n\nReceived arguments:\n${raw}` };
}
