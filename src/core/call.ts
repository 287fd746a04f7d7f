import type { JsonSchema } from "@earendil-works/pi-schema";
import type { JsonObject } from "./json.ts";

/** A tool call as the model emitted it, in the host's shape. */
export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /**
   * Set when the argument text was not a JSON object; `arguments` is then `{}`. Holds the parser's message, a blank
   * line, `Received arguments:`, a newline and the complete raw text.
   */
  readonly argumentsError?: string;
}

/** A tool that is active right now: what the model may call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Hints as MCP servers send them. */
  readonly annotations?: { readonly destructiveHint?: boolean; readonly readOnlyHint?: boolean };
}

const RECEIVED = "Received arguments:\n";

/** The raw argument text inside `argumentsError`, or the whole message when it does not hold the host's marker. */
export function rawArguments(argumentsError: string): string {
  const at = argumentsError.indexOf(RECEIVED);
  return at === -1 ? argumentsError : argumentsError.slice(at + RECEIVED.length);
}
