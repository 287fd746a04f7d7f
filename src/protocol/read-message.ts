import type { Tool, ToolCall } from "../core/call.ts";
import { createShields } from "../grammar/shields.ts";
import { createSource, type Source } from "../grammar/source.ts";
import type { EnvelopeFailure, Variant } from "./variant.ts";

/** A model's text, with its envelopes taken out. */
export interface ProtocolMessage {
  readonly calls: readonly ToolCall[];
  /** The prose before the last envelope; what stands behind it was written without knowing the result. */
  readonly prose: string;
  /** What is wrong with each envelope that cannot be read in full. */
  readonly failures: readonly EnvelopeFailure[];
}

/**
 * Reads the calls of a finished message. Nothing runs that is shown in a fence, in inline code, in a quote or in thinking;
 * the text protocol allows prose around envelopes, and several of them.
 */
export function readMessage(text: string, variant: Variant, tools: ReadonlyMap<string, Tool>): ProtocolMessage {
  if (!variant.openers.some((opener) => text.includes(opener))) return { calls: [], prose: text, failures: [] };
  const source = createSource(text);
  const calls: ToolCall[] = [];
  const failures: EnvelopeFailure[] = [];
  const prose: string[] = [];
  let from = 0;
  for (const { at, end, reading } of envelopes(source, variant, tools)) {
    prose.push(text.slice(from, at));
    from = end;
    if (reading.kind !== "unnamed") calls.push(reading.call);
    if (reading.kind !== "call") failures.push(reading.kind);
    else if (reading.call.argumentsError !== undefined) failures.push("malformed-body");
  }
  if (from === 0) return { calls, prose: text, failures };
  // Where nothing can run, what the model said stays in full.
  if (calls.length === 0) prose.push(text.slice(from));
  return { calls, prose: joinProse(prose), failures };
}

/** The text without envelopes and without what may become one: what a reader sees while the model writes. */
export function visibleProse(text: string, variant: Variant, tools: ReadonlyMap<string, Tool>): string {
  const first = envelopes(createSource(text), variant, tools).next();
  if (first.done !== true) return text.slice(0, first.value.at).trimEnd();
  return text.slice(0, text.length - unfinishedAtEnd(text, variant)).trimEnd();
}

/** How many characters at the end may become an envelope: a part of its opener, or a fence that may hold a call. */
function unfinishedAtEnd(text: string, variant: Variant): number {
  if (variant.isFence) return UNFINISHED_FENCE.exec(text)?.[0].length ?? 0;
  return Math.max(...variant.openers.map((opener) => partAtEnd(text, opener)));
}

/** An opening fence line that is still being written, or one whose content may be a JSON object. */
const UNFINISHED_FENCE =
  /^[ \t]*`{1,3}$|^[ \t]*`{3,}[ \t]*(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:ll?)?)?)?)?)?)?)?|j(?:s(?:on?)?)?)?\r?(?:\n\s*(?:\{(?:(?!^[ \t]*```)[\s\S])*)?)?$(?![\s\S])/m;

interface Envelope {
  readonly at: number;
  readonly end: number;
  readonly reading: Exclude<ReturnType<Variant["read"]>, { readonly kind: "none" }>;
}

function* envelopes(source: Source, variant: Variant, tools: ReadonlyMap<string, Tool>): Generator<Envelope, void> {
  const { text } = source;
  const shields = createShields(text);
  const events = new RegExp(`(?<call>${variant.opener})|${THINK}|${FENCE}`, "gm");
  let last = 0;
  for (let event = events.exec(text); event !== null; event = events.exec(text)) {
    const at = event.index;
    const { call, think, fence } = event.groups ?? {};
    if (think !== undefined) {
      const close = source.find(think.replace("<", "</"), events.lastIndex);
      if (close === -1) return;
      events.lastIndex = close + 1;
    } else if (call !== undefined && (variant.isFence || !shields.covers(at, last))) {
      const reading = variant.read(source, at, tools);
      if (reading.kind !== "none") {
        yield { at, end: reading.end, reading };
        last = reading.end;
        events.lastIndex = Math.max(reading.end, at + 1);
      } else if (variant.isFence) passFence(/`{3,}/.exec(call)?.[0] ?? "```", at);
    } else if (fence !== undefined) passFence(fence, at);
  }

  function passFence(fence: string, at: number): void {
    const end = shields.endOfFence(at, fence);
    // A fence that is never closed shows all the rest.
    events.lastIndex = end === -1 ? text.length : end;
  }
}

const THINK = "(?<think><think(?:ing)?>)";
const FENCE = "^[ \\t>]*(?<fence>`{3,}(?=[^`\\n]*$)|~{3,}).*$";

/** How many characters at the end of the text are the beginning of the opener. */
function partAtEnd(text: string, opener: string): number {
  for (let length = Math.min(opener.length, text.length); length > 0; length--) {
    if (text.endsWith(opener.slice(0, length))) return length;
  }
  return 0;
}

function joinProse(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
}
