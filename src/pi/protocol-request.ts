import {
  type AssistantMessage,
  getCurrentSystemPrompt,
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
import type { Variant } from "../protocol/variant.ts";

export type Messages = ContextWithSystemEvent["messages"];

const SECTION = "tool_calls_as_text";

/**
 * A request for a model that writes its calls as text: no tools on the wire, the notation in the prompt, earlier calls in
 * the same notation, their results as the user's turns. What was sent once is sent the same way again: tools that come
 * and go are told where they did, and a call is written by the tool it was made for.
 * @param systemPrompt What pi will send as the system prompt: text that another extension has put in its place drops all
 * sections, so that the notation has to stand elsewhere.
 */
export function withoutNativeTools(messages: Messages, variant: Variant, systemPrompt: string): Messages {
  const rendered: Messages = [];
  const systems: SystemMessage[] = [];
  let tools: ReadonlyMap<string, Tool> = new Map();
  let results: ToolResultMessage[] = [];
  let held: SystemMessage[] = [];
  const flush = () => {
    if (results.length > 0) rendered.push(asUserTurn(results));
    rendered.push(...held);
    results = [];
    held = [];
  };
  for (const message of messages) {
    switch (message.role) {
      case "toolResult":
        results.push(message);
        break;
      case "system": {
        systems.push(message);
        const changesTools = message.toolsAdded !== undefined || message.toolsRemoved !== undefined;
        if (changesTools) tools = byName(getCurrentTools(systems));
        const told = withoutTools(message, changesTools ? notation(tools, variant, systems.length === 1) : undefined);
        // pi reads the prompt from the first message, and one between results would tear their turn apart.
        if (systems.length === 1 || hasContent(told)) held.push(told);
        if (results.length === 0) flush();
        break;
      }
      case "assistant":
        flush();
        rendered.push(asText(message, variant, tools));
        break;
      default:
        flush();
        rendered.push(message);
    }
  }
  flush();
  const isReplaced = tools.size > 0 && !isMadeOf(systemPrompt, messages);
  return isReplaced ? withLead(rendered, primer([...tools.values()], variant)) : rendered;
}

/** The prompt's section on the notation; `null` takes it away, `undefined` leaves it as it is. */
function notation(tools: ReadonlyMap<string, Tool>, variant: Variant, isFirst: boolean): string | null | undefined {
  if (tools.size > 0) return primer([...tools.values()], variant);
  return isFirst ? undefined : null;
}

function byName(tools: readonly PiTool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map(({ name, description, parameters }) => [name, { name, description, parameters }]));
}

function withoutTools(message: SystemMessage, section: string | null | undefined): SystemMessage {
  const { toolsAdded: _added, toolsRemoved: _removed, ...rest } = message;
  return section === undefined ? rest : { ...rest, sections: { ...rest.sections, [SECTION]: section } };
}

function hasContent({ content, sections }: SystemMessage): boolean {
  return content.length > 0 || Object.keys(sections ?? {}).length > 0;
}

/** Whether the prompt is what the system messages say, in whatever order. */
function isMadeOf(systemPrompt: string, messages: Messages): boolean {
  return systemPrompt.length === getCurrentSystemPrompt(messages).length;
}

/** The messages with a text at the beginning of the first user message. */
function withLead(messages: Messages, lead: string): Messages {
  const at = messages.findIndex(({ role }) => role === "user");
  const first = messages[at];
  if (first?.role !== "user") {
    const [head, ...rest] = messages;
    const turn: UserMessage = { role: "user", content: lead, timestamp: 0 };
    return head === undefined ? [turn] : [head, turn, ...rest];
  }
  const content: UserMessage["content"] =
    typeof first.content === "string"
      ? `${lead}\n\n${first.content}`
      : [{ type: "text", text: `${lead}\n\n` }, ...first.content];
  return messages.with(at, { ...first, content });
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
    const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const images = result.content.filter((part) => part.type === "image");
    const head = `TOOL ${result.toolName} ${result.isError ? "FAILED" : "OK"}`;
    return [{ type: "text", text: [head, ...texts].join("\n") }, ...images];
  });
  return { role: "user", content, timestamp: results[0]?.timestamp ?? 0 };
}
