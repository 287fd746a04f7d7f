import type { Tool, ToolCall } from "../core/call.ts";
import { isObject } from "../core/json.ts";
import { readHostJson } from "../grammar/json-text.ts";
import type { Source } from "../grammar/source.ts";

/** One way to write tool calls as text that a model can be taught. */
export interface Variant {
  /** Stored with a model's verdict; it never changes. */
  readonly name: VariantName;
  /** How the envelope looks, for the prompt: one line, `NAME` and the arguments as placeholders. */
  readonly shape: string;
  /** A sentence on what is special about the notation. */
  readonly note: string;
  /** Literal openers: a text that holds none of them has no call. */
  readonly openers: readonly string[];
  /** Source of a regular expression (flags `gm`) for the places where an envelope may start. It never matches nothing. */
  readonly opener: string;
  /** Whether the envelope is itself a fence, which then shows no example. */
  readonly isFence: boolean;
  /** @param tool The tool of that name, by whose schema parameter texts are read back. */
  render(call: Pick<ToolCall, "name" | "arguments">, tool: Tool | undefined): string;
  /** Reads the envelope that starts at `at`. */
  read(source: Source, at: number, tools: ReadonlyMap<string, Tool>): EnvelopeReading;
}

export type VariantName = "tagged-call" | "tool-call-json" | "fenced-json" | "function-xml";

export type EnvelopeReading =
  /** No envelope: text that only looks like the start of one. */
  | { readonly kind: "none" }
  /** A call, its arguments decoded; where they cannot be read it carries `argumentsError`. */
  | { readonly kind: "call"; readonly call: ToolCall; readonly end: number }
  /** An envelope that names no tool. */
  | { readonly kind: "unnamed"; readonly end: number }
  /** An envelope that never ends: the call as far as it goes, which is refused as cut off. */
  | { readonly kind: "cut"; readonly call: ToolCall; readonly end: number };

/** What is wrong with an envelope. */
export type EnvelopeFailure = "unnamed" | "cut" | "malformed-body";

/** Changes whenever what a variant writes or reads changes, so that stored verdicts are tried again. */
export const VARIANT_VERSION = 1;

export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function unescapeEntities(text: string): string {
  return text.replaceAll(/&(amp|quot|lt|gt|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", apos: "'" };

/** The call for a body that is known whole; text that is no JSON object, as the host reads it, stays as it was written. */
export function callOf(name: string, body: string): ToolCall {
  const text = body.trim();
  const value = text === "" ? {} : readHostJson(text);
  if (isObject(value)) return { name, arguments: value };
  return malformed(name, text, value === undefined ? parserMessage(text) : "Tool arguments must be a JSON object");
}

function parserMessage(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A call whose argument text could not be read, in the host's shape. */
export function malformed(name: string, text: string, why: string): ToolCall {
  return { name, arguments: {}, argumentsError: `${why}\n\nReceived arguments:\n${text}` };
}

/** The reading of an envelope whose end is missing. */
export function cutOff(source: Source, from: number, name: string): EnvelopeReading {
  const call = malformed(name, source.text.slice(from), "Unexpected end of JSON input");
  return { kind: "cut", call, end: source.text.length };
}
