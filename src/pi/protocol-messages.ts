import {
  type AssistantMessage,
  getCurrentTools,
  type ImageContent,
  type Tool as PiTool,
  type SystemMessage,
  type TextContent,
  type ToolResultMessage,
  type UserMessage,
} from "@earendil-works/pi-ai";
import type { ContextWithSystemEvent } from "@earendil-works/pi-coding-agent";
import type { Tool } from "../core/call.ts";
import { primer } from "../protocol/primer.ts";
import { readMessage } from "../protocol/read-message.ts";
import type { EnvelopeFailure, Variant } from "../protocol/variant.ts";
import { type CallBlock, freshId } from "./calls.ts";

type Messages = ContextWithSystemEvent["messages"];

const SECTION = "tool_calls_as_text";

/**
 * A request for a model that writes its calls as text: no tools on the wire, the notation in the prompt, earlier calls in
 * the same notation, their results as the user's turns. The same history gives the same messages.
 */
export function withoutNativeTools(messages: Messages, variant: Variant): Messages {
  const tools = getCurrentTools(messages).map(fromPi);
  if (tools.length === 0) return messages;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const rendered: Messages = [];
  let results: ToolResultMessage[] = [];
  let isFirst = true;
  const flush = () => {
    if (results.length > 0) rendered.push(asUserTurn(results));
    results = [];
  };
  for (const message of messages) {
    if (message.role === "toolResult") {
      results.push(message);
      continue;
    }
    flush();
    if (message.role === "assistant") rendered.push(asText(message, variant, byName));
    else if (message.role === "system") {
      const system = withoutTools(message);
      if (isFirst) rendered.push({ ...system, sections: { ...system.sections, [SECTION]: primer(tools, variant) } });
      else if (hasContent(system)) rendered.push(system);
      isFirst = false;
    } else rendered.push(message);
  }
  flush();
  return rendered;
}

function fromPi({ name, description, parameters }: PiTool): Tool {
  return { name, description, parameters };
}

function withoutTools({ toolsAdded: _added, toolsRemoved: _removed, ...rest }: SystemMessage): SystemMessage {
  return rest;
}

function hasContent({ content, sections }: SystemMessage): boolean {
  return content.length > 0 || Object.keys(sections ?? {}).length > 0;
}

function asText(message: AssistantMessage, variant: Variant, tools: ReadonlyMap<string, Tool>): AssistantMessage {
  const calls = message.content.filter((part) => part.type === "toolCall");
  if (calls.length === 0) return message;
  const text = calls.map((call) => variant.render(call, tools.get(call.name))).join("\n");
  const rest = message.content.filter(
    (part) => part.type !== "toolCall" && !(part.type === "text" && part.text === ""),
  );
  const last = rest.at(-1);
  const content =
    last?.type === "text"
      ? [...rest.slice(0, -1), { ...last, text: `${last.text}\n\n${text}` }]
      : [...rest, { type: "text" as const, text }];
  return { ...message, content, stopReason: message.stopReason === "toolUse" ? "stop" : message.stopReason };
}

/** Results that follow each other are one turn: some chat templates insist on turns that alternate. */
function asUserTurn(results: readonly ToolResultMessage[]): UserMessage {
  const content = results.flatMap((result): (TextContent | ImageContent)[] => {
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const images = result.content.filter((part) => part.type === "image");
    return [{ type: "text", text: `TOOL ${result.toolName} ${result.isError ? "FAILED" : "OK"}\n${text}` }, ...images];
  });
  return { role: "user", content, timestamp: results[0]?.timestamp ?? 0 };
}

/** The message with its envelopes turned into calls. */
export interface Promoted {
  /** The same message when it holds no envelope. */
  readonly message: AssistantMessage;
  readonly failures: readonly EnvelopeFailure[];
  readonly callIds: readonly string[];
}

export function promoteEnvelopes(
  message: AssistantMessage,
  variant: Variant,
  tools: ReadonlyMap<string, Tool>,
): Promoted {
  const failures: EnvelopeFailure[] = [];
  const calls: CallBlock[] = [];
  const content = message.content.map((part) => {
    if (part.type !== "text") return part;
    const read = readMessage(part.text, variant, tools);
    failures.push(...read.failures);
    calls.push(...read.calls.map((call): CallBlock => ({ type: "toolCall", id: freshId(), ...call })));
    return read.prose === part.text ? part : { ...part, text: read.prose };
  });
  if (calls.length === 0) return { message, failures, callIds: [] };
  return {
    message: { ...message, content: [...content, ...calls], stopReason: "toolUse" },
    failures,
    callIds: calls.map(({ id }) => id),
  };
}
