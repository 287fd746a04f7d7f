import type { AssistantMessage, Tool as PiTool, ToolCall as PiToolCall } from "@earendil-works/pi-ai";
import type { Tool, ToolCall } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";

/** A `toolCall` block of an assistant message. It has the shape of the core's call, and is handed over as it is. */
export type CallBlock = PiToolCall;

const NONE: readonly CallBlock[] = [];

/** The calls pi is about to run. A message that was cut off or failed runs none. */
export function callsIn({ stopReason, content }: AssistantMessage): readonly CallBlock[] {
  if (stopReason === "length" || stopReason === "error" || stopReason === "aborted") return NONE;
  return content.some(({ type }) => type === "toolCall") ? content.filter((block) => block.type === "toolCall") : NONE;
}

/** Whether the message stopped for a tool call and holds none. */
export function isEmptyStop({ stopReason, content }: AssistantMessage): boolean {
  return stopReason === "toolUse" && !content.some(({ type }) => type === "toolCall");
}

/** The blocks with ids that are neither empty nor taken; the same list when they already are. */
export function withUniqueIds(blocks: readonly CallBlock[]): readonly CallBlock[] {
  const isTaken = ({ id }: CallBlock, at: number) =>
    typeof id !== "string" || id === "" || blocks.slice(0, at).some((other) => other.id === id);
  if (blocks.length === 1 ? blocks[0]?.id : !blocks.some(isTaken)) return blocks;
  return blocks.map((block, at) => (isTaken(block, at) ? { ...block, id: freshId() } : block));
}

/** Letters, digits and `_` only: every provider takes such an id back. */
export function freshId(): string {
  return `call_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** The call as it was sent, kept apart from the block, whose arguments may be changed in place. */
export function snapshot({ id, name, arguments: args, argumentsError }: CallBlock): ToolCall {
  return { id, name, arguments: { ...args }, ...(argumentsError === undefined ? {} : { argumentsError }) };
}

/**
 * The block that pi gets for an outcome; the same block when nothing changes. Provider metadata stays. Corrected
 * arguments are put into the *same* object, since the terminal draws the row of the call from it.
 */
export function toPiCall(block: CallBlock, outcome: Outcome): CallBlock {
  switch (outcome.kind) {
    case "untouched":
    case "reported":
      return block;
    case "repaired":
    case "recovered": {
      const { argumentsError: _, ...rest } = block;
      return { ...rest, name: outcome.call.name, arguments: replaceArguments(block.arguments, outcome.call.arguments) };
    }
    case "refused":
      return isUnknownTool(outcome) ? block : { ...block, argumentsError: outcome.feedback };
    default:
      return outcome satisfies never;
  }
}

/** Whether pi answers "not found" before it looks at `argumentsError`. */
export function isUnknownTool({ failure }: Extract<Outcome, { readonly kind: "refused" }>): boolean {
  return failure.code === "unknown-tool" || failure.code === "ambiguous-tool";
}

/** Makes `target` equal to `source`, key order included, and returns it. */
export function replaceArguments<T extends object>(target: T, source: JsonObject): T {
  const next = { ...source };
  for (const key of Object.keys(target)) delete (target as Record<string, unknown>)[key];
  return Object.assign(target, next);
}

/** What pi's validator wants to see of a tool and a call. */
export function toPiTool(tool: Tool, args: JsonObject): [PiTool, PiToolCall] {
  const { name, description, parameters } = tool;
  return [
    { name, description, parameters: parameters as PiTool["parameters"] },
    { type: "toolCall", id: "", name, arguments: args as PiToolCall["arguments"] },
  ];
}
