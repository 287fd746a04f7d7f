import { isDeepStrictEqual } from "node:util";
import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { Tool, ToolCall } from "../core/call.ts";
import { isQuoted } from "../grammar/quotes.ts";
import { readMessage } from "../protocol/read-message.ts";
import type { EnvelopeFailure, Variant } from "../protocol/variant.ts";
import { type CallBlock, freshId } from "./calls.ts";
import type { Messages } from "./protocol-request.ts";

/** A request whose calls come back as text. */
export interface Exchange {
  readonly variant: Variant;
  /** What the model was given to read. */
  readonly messages: Messages;
  /** Envelopes, without white space, that were held back in this run because they stand in what the model was given. */
  readonly asked: Set<string>;
}

/** The message with its envelopes turned into calls. */
export interface Promoted {
  /** The same message when it holds no envelope that makes a call. */
  readonly message: AssistantMessage;
  readonly callIds: readonly string[];
  readonly failures: readonly EnvelopeFailure[];
  /** How many envelopes only repeat what the model was given. */
  readonly quotes: number;
}

/**
 * Turns envelopes into calls. One that stands word for word in a tool result or the user's message may be a quote and
 * does not run, unless the model writes it again after it was asked.
 */
export function promoteEnvelopes(
  message: AssistantMessage,
  { variant, messages, asked }: Exchange,
  tools: ReadonlyMap<string, Tool>,
): Promoted {
  const failures: EnvelopeFailure[] = [];
  const calls: CallBlock[] = [];
  const quotes = new Set<string>();
  let given: readonly string[] | undefined;
  const isQuote = (envelope: string) => {
    const bare = envelope.replaceAll(/\s+/g, "");
    if (asked.has(bare)) return false;
    given ??= textsGiven(messages, variant);
    if (!isQuoted([envelope], given)) return false;
    quotes.add(bare);
    return true;
  };
  const natives = message.content.filter((part) => part.type === "toolCall");
  // Some servers read the notation themselves and leave it in the text all the same.
  const isNew = (call: ToolCall) =>
    !natives.some(({ name, arguments: args }) => name === call.name && isDeepStrictEqual(args, call.arguments));
  const content = message.content.map((part) => {
    if (part.type !== "text") return part;
    const read = readMessage(part.text, variant, tools, isQuote);
    failures.push(...read.failures);
    calls.push(...read.calls.filter(isNew).map((call): CallBlock => ({ type: "toolCall", id: freshId(), ...call })));
    return read.prose === part.text ? part : { ...part, text: read.prose };
  });
  for (const quote of quotes) asked.add(quote);
  if (calls.length === 0) return { message, failures, callIds: [], quotes: quotes.size };
  const promoted: AssistantMessage = {
    ...message,
    content: [...withoutEmptyText(content), ...calls],
    // The calls of a message that was cut off stay with it: pi fails them, and the model hears why.
    stopReason: message.stopReason === "length" ? "length" : "toolUse",
  };
  return { message: promoted, failures, callIds: calls.map(({ id }) => id), quotes: quotes.size };
}

/** The texts of others that may hold an envelope. */
function textsGiven(messages: Messages, { openers, isFence }: Variant): readonly string[] {
  const marks = isFence ? ["name"] : openers.map((opener) => opener.replaceAll(/[<>]/g, ""));
  return messages.flatMap((message): readonly string[] => {
    if (message.role === "assistant" || message.role === "system") return [];
    return textsOf(message).filter((text) => marks.some((mark) => text.includes(mark)));
  });
}

function textsOf(message: Messages[number]): readonly string[] {
  if (!("content" in message)) return "summary" in message ? [message.summary] : [];
  const { content } = message;
  if (typeof content === "string") return [content];
  return content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

/** An empty text goes, but where thinking stands before it: providers want what follows a thinking part back. */
function withoutEmptyText(content: AssistantMessage["content"]): AssistantMessage["content"] {
  if (content.some(({ type }) => type === "thinking")) return content;
  return content.filter((part) => part.type !== "text" || part.text !== "");
}
