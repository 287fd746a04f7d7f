import type { AssistantMessage, TextContent } from "@earendil-works/pi-ai";
import type { ToolCall } from "../core/call.ts";
import { findCalls, type TextFinding } from "../grammar/find-calls.ts";
import type { App } from "./app.ts";
import { type CallBlock, callsIn, freshId } from "./calls.ts";

export interface TextCallOptions {
  readonly mode: "recover" | "strip";
  /** Texts of others that the message may quote. Asked only about markup. */
  readonly heard: () => readonly string[];
}

/** What became of the text of a message. */
export type TextCallResult =
  | { readonly kind: "nothing" }
  /** The calls stand in the message now, as if the model had made them. */
  | { readonly kind: "promoted"; readonly message: AssistantMessage; readonly count: number }
  /** Markup went from the text, and nothing runs. */
  | { readonly kind: "stripped"; readonly message: AssistantMessage; readonly reason: string }
  /** Markup that cannot run. `tell`: whether the model may hear of it, or only the user. */
  | {
      readonly kind: "unusable";
      readonly message: AssistantMessage | undefined;
      readonly reason: string;
      readonly tell: "model" | "user";
    };

const NOTHING: TextCallResult = { kind: "nothing" };

/** Reads the calls in the text of a finished message and, where all of them may run, puts them in as calls. */
export async function takeTextCalls(
  app: App,
  message: AssistantMessage,
  { mode, heard }: TextCallOptions,
  signal: AbortSignal | undefined,
): Promise<TextCallResult> {
  const natives = callsIn(message);
  if (natives.length > 0) return takeShadows(app, message, natives, heard);
  const block = lastText(message);
  if (block === undefined) return NOTHING;
  const found = read(app, message, block.text, natives, heard);
  switch (found.kind) {
    case "nothing":
    case "shadow":
      return NOTHING;
    case "quoted":
      return { kind: "unusable", message: undefined, reason: found.reason, tell: "user" };
    case "unusable": {
      const shown = found.remainder === block.text ? undefined : withText(message, block, found.remainder);
      return { kind: "unusable", message: shown, reason: found.reason, tell: mode === "strip" ? "user" : "model" };
    }
    case "calls": {
      if (mode === "strip" || !app.active()) {
        const reason = `a call in the ${found.families.join(" and ")} markup`;
        if (!app.active()) return { kind: "unusable", message: undefined, reason, tell: "user" };
        return { kind: "stripped", message: withText(message, block, found.remainder), reason };
      }
      return promote(app, message, block, found, signal);
    }
    default:
      return found satisfies never;
  }
}

function read(
  app: App,
  message: AssistantMessage,
  text: string,
  nativeCalls: readonly ToolCall[],
  heard: () => readonly string[],
): TextFinding {
  const { families, maxCalls } = app.settings().grammarRepair;
  const { stopReason } = message;
  const asked = { text, tools: [...app.tools().values()], families, stopReason, nativeCalls, maxCalls };
  const found = findCalls(asked);
  return found.kind === "nothing" ? found : findCalls({ ...asked, quoted: heard() });
}

/** Text that repeats the native calls of the message goes; other markup beside them stays. */
function takeShadows(
  app: App,
  message: AssistantMessage,
  natives: readonly CallBlock[],
  heard: () => readonly string[],
): TextCallResult {
  if (!app.active()) return NOTHING;
  let changed = message;
  for (const block of message.content) {
    if (block.type !== "text") continue;
    const found = read(app, message, block.text, natives, heard);
    if (found.kind === "shadow" && found.remainder !== block.text) changed = withText(changed, block, found.remainder);
  }
  return changed === message
    ? NOTHING
    : { kind: "stripped", message: changed, reason: "the text repeated a native call" };
}

async function promote(
  app: App,
  message: AssistantMessage,
  block: TextContent,
  found: Extract<TextFinding, { readonly kind: "calls" }>,
  signal: AbortSignal | undefined,
): Promise<TextCallResult> {
  const blocks = found.calls.map(toBlock);
  const outcomes = (await app.plugs.decide?.(blocks, message, signal)) ?? [];
  if (!app.active() || app.context() === undefined) return NOTHING;
  const refused = outcomes.find((outcome) => outcome.kind === "refused");
  if (refused !== undefined) {
    if (!found.marked && refused.failure.code === "unknown-tool") return NOTHING;
    return { kind: "unusable", message: undefined, reason: refused.feedback, tell: "model" };
  }
  blocks.forEach((call, at) => {
    const outcome = outcomes[at];
    app.sources.set(call.id, "text");
    if (outcome !== undefined) app.decided.set(call.id, outcome);
  });
  const shown = withText(message, block, found.remainder);
  const promoted = {
    ...shown,
    stopReason: "toolUse" as const,
    content: [...withoutEmptyText(shown.content), ...blocks],
  };
  return { kind: "promoted", message: promoted, count: blocks.length };
}

function toBlock(call: ToolCall): CallBlock {
  const { name, argumentsError } = call;
  const args = { ...call.arguments };
  return {
    type: "toolCall",
    id: freshId(),
    name,
    arguments: args,
    ...(argumentsError !== undefined && { argumentsError }),
  };
}

/** The last text block, where nothing the user can see follows it. */
function lastText({ content }: AssistantMessage): TextContent | undefined {
  return content.findLast((part) => part.type === "text" && part.text.trim() !== "") as TextContent | undefined;
}

/** The message with another text in the block. */
function withText(message: AssistantMessage, block: TextContent, text: string): AssistantMessage {
  return { ...message, content: message.content.map((part) => (part === block ? { ...block, text } : part)) };
}

/** An empty text goes, but where thinking stands before it: providers want what follows a thinking part back. */
function withoutEmptyText(content: AssistantMessage["content"]): AssistantMessage["content"] {
  if (content.some(({ type }) => type === "thinking")) return content;
  return content.filter((part) => part.type !== "text" || part.text !== "");
}
