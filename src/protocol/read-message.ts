import type { Tool, ToolCall } from "../core/call.ts";
import { createSource } from "../grammar/source.ts";
import { type Found, findEnvelopes } from "./envelopes.ts";
import type { EnvelopeFailure, Variant } from "./variant.ts";

/** A model's text, with the envelopes that make calls taken out. */
export interface ProtocolMessage {
  readonly calls: readonly ToolCall[];
  /** The prose before the last envelope; what stands behind it was written without knowing the result. */
  readonly prose: string;
  /** What is wrong with each envelope that cannot be read in full. One that names no tool stays in the prose. */
  readonly failures: readonly EnvelopeFailure[];
  /** Envelopes that are somebody else's text: they stay in the prose and do not run. */
  readonly foreign: readonly string[];
}

/**
 * Reads the calls of a finished message. The text protocol allows prose around envelopes, and several of them; but where
 * the model goes on with a result it made up, all that follows is made up as well.
 * @param isForeign Whether an envelope only repeats what the model was given to read.
 */
export function readMessage(
  text: string,
  variant: Variant,
  tools: ReadonlyMap<string, Tool>,
  isForeign: (envelope: string) => boolean = () => false,
): ProtocolMessage {
  const calls: ToolCall[] = [];
  const failures: EnvelopeFailure[] = [];
  const foreign: string[] = [];
  const prose: string[] = [];
  let from = 0;
  for (const found of envelopesIn(text, variant, tools)) {
    if (found.kind === "thought") {
      for (const list of [calls, failures, foreign, prose]) list.length = 0;
      from = 0;
      continue;
    }
    const { at, end, reading } = found;
    if (from > 0 && RESULT.test(text.slice(from, at))) break;
    const markup = markupOf(text.slice(at, end), variant);
    if (isForeign(markup)) {
      foreign.push(markup);
      prose.push(text.slice(from, end));
    } else if (reading.kind === "unnamed") {
      failures.push("unnamed");
      prose.push(text.slice(from, end));
    } else {
      const { call } = reading;
      calls.push(call);
      if (call.argumentsError !== undefined) failures.push(reading.kind === "cut" ? "cut" : "malformed-body");
      prose.push(text.slice(from, at));
    }
    from = end;
  }
  // Where nothing can run, what the model said stays in full.
  return { calls, prose: calls.length === 0 ? text : joinProse(prose), failures, foreign };
}

/** The text without envelopes and without what may become one: what a reader sees while the model writes. */
export function visibleProse(text: string, variant: Variant, tools: ReadonlyMap<string, Tool>): string {
  for (const found of envelopesIn(text, variant, tools)) {
    if (found.kind === "envelope") return text.slice(0, found.at).trimEnd();
  }
  const unfinished = unfinishedAtEnd(text, variant);
  return unfinished === 0 ? text : text.slice(0, -unfinished).trimEnd();
}

/** What a result looks like in a request: see the prompt. */
const RESULT = /^TOOL \S+ (?:OK|FAILED)\b/m;

function envelopesIn(text: string, variant: Variant, tools: ReadonlyMap<string, Tool>): Iterable<Found> {
  if (!variant.openers.some((opener) => text.includes(opener))) return [];
  return findEnvelopes(createSource(text), variant, tools);
}

/** What makes the envelope a call: a fence around it means nothing, since quotes stand in fences as well. */
function markupOf(envelope: string, variant: Variant): string {
  if (!variant.isFence) return envelope;
  return envelope.replace(/^[ \t]*`{3,}.*\n/, "").replace(/\n[ \t]*`{3,}[ \t]*\r?$/, "");
}

/** How many characters at the end may become an envelope: a part of its opener, or a fence that may hold a call. */
function unfinishedAtEnd(text: string, variant: Variant): number {
  if (variant.isFence) return UNFINISHED_FENCE.exec(text)?.[0].length ?? 0;
  return Math.max(...variant.openers.map((opener) => partAtEnd(text, opener)));
}

/** An opening fence line that is still being written, or one whose content may be a JSON object. */
const UNFINISHED_FENCE =
  /^[ \t]*`{1,3}$(?![\s\S])|^[ \t]*`{3,}[ \t]*(?:(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:ll?)?)?)?)?)?)?)?|j(?:s(?:on?)?)?)[ \t]*)?\r?(?:\n\s*(?:\{(?:(?!\n[ \t]*```)[\s\S])*)?)?$(?![\s\S])/m;

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
