import type { Tool } from "../core/call.ts";
import { createShields } from "../grammar/shields.ts";
import type { Source } from "../grammar/source.ts";
import type { EnvelopeReading, Variant } from "./variant.ts";

export type Found =
  | {
      readonly kind: "envelope";
      readonly at: number;
      readonly end: number;
      readonly reading: Exclude<EnvelopeReading, { readonly kind: "none" }>;
    }
  /** All that stands before this place was thinking whose beginning the server kept. */
  | { readonly kind: "thought"; readonly end: number };

/** The envelopes of a text, in order. What is shown in a fence, in inline code, in a quote or in thinking is none. */
export function* findEnvelopes(
  source: Source,
  variant: Variant,
  tools: ReadonlyMap<string, Tool>,
): Generator<Found, void> {
  const { text } = source;
  const shields = createShields(text);
  const events = new RegExp(`(?<call>${variant.opener})|${THINKING}|${FENCE}`, "gm");
  let last = 0;
  for (let event = events.exec(text); event !== null; event = events.exec(text)) {
    const at = event.index;
    const { call, think, thought, fence } = event.groups ?? {};
    if (fence !== undefined) passFence(fence, at);
    else if (call !== undefined && variant.isFence) {
      if (!(yield* readAt(at))) passFence(/`{3,}/.exec(call)?.[0] ?? "```", at);
    } else if (!shields.covers(at, last)) {
      if (call !== undefined) yield* readAt(at);
      else if (thought !== undefined) yield { kind: "thought", end: events.lastIndex };
      else if (think !== undefined) {
        const close = source.find(think.replace("<", "</"), events.lastIndex);
        if (close === -1) return;
        events.lastIndex = close + think.length + 1;
      }
    }
  }

  function* readAt(at: number): Generator<Found, boolean> {
    const reading = variant.read(source, at, tools);
    if (reading.kind === "none") return false;
    yield { kind: "envelope", at, end: reading.end, reading };
    last = reading.end;
    events.lastIndex = Math.max(reading.end, at + 1);
    return true;
  }

  function passFence(fence: string, at: number): void {
    const end = shields.endOfFence(at, fence);
    // A fence that is never closed shows all the rest.
    events.lastIndex = end === -1 ? text.length : end;
  }
}

const THINKING = "(?<think><think(?:ing)?>)|(?<thought></think(?:ing)?>)";
const FENCE = "^[ \\t>]*(?<fence>`{3,}(?=[^`\\n]*$)|~{3,}).*$";
