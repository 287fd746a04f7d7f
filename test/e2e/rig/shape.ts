import type { Reply } from "./turn.ts";

/** The wire format of a model API. */
export type ShapeName = "completions" | "responses" | "anthropic";

/** How replies and requests look in one wire format. */
export interface Shape {
  readonly name: ShapeName;
  /** Whether a request to this path speaks the format. */
  serves(path: string): boolean;
  /** The reply as the texts of server-sent events, in order. */
  stream(reply: Reply, model: string, serial: number): readonly string[];
  /** The reply as one JSON body. */
  whole(reply: Reply, model: string, serial: number): unknown;
  /** The tool calls and results of the conversation in a request body, in order. */
  read(body: unknown): readonly Traffic[];
}

/** A call or a result as it stands in a request to the model. `text` is the argument text or the result's text. */
export type Traffic =
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly text: string }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Argument text in the small pieces in which providers stream it. */
export function pieces(text: string): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / 4));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

export function stopOf(reply: Reply): "stop" | "tools" | "length" {
  if (reply.stop !== "auto") return reply.stop;
  return reply.parts.some((part) => part.type === "call") ? "tools" : "stop";
}

/** The text of message content, whether a string or a list of text blocks. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (typeof block?.text === "string" ? block.text : "")).join("\n");
}

/** The items of a list inside a request body; none when it is no list. */
export function listIn(body: unknown, key: string): readonly Record<string, unknown>[] {
  const list = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
}
