import { bodyOfText } from "./envelope.ts";
import type { Body } from "./family.ts";
import { endOfContainer, readJsonObject } from "./json-text.ts";
import type { Source } from "./source.ts";

export type JsonBodyReading =
  | { readonly kind: "body"; readonly body: Body; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "cut" };

/**
 * Reads one JSON object of arguments at `at`, plain or in a fence of its own. Where its text is no JSON, it reaches to the
 * first of `closers`.
 * @param mayEnd Whether the arguments may end here; decides where quotes inside the text have misled the scan.
 */
export function readJsonBody(
  source: Source,
  at: number,
  mayEnd: (end: number) => boolean,
  closers: readonly string[] = [],
): JsonBodyReading {
  const fence = source.match(FENCE, at);
  const start = source.skipSpace(at + (fence?.[0].length ?? 0));
  if (start >= source.text.length) return { kind: "cut" };
  if (source.text[start] !== "{" || source.isSpent()) return { kind: "none" };
  const end = endOfContainer(source.text, start);
  if (end !== -1) {
    const value = readJsonObject(source.text.slice(start, end));
    const after = fence === undefined ? end : endOfFence(source, end);
    if (value !== undefined && mayEnd(source.skipSpace(after)))
      return { kind: "body", body: { kind: "object", value }, end: after };
  }
  const close = firstOf(source, closers, start);
  source.waste((end === -1 ? source.text.length : end) - start);
  if (close !== -1) {
    const text = source.text.slice(start, close).replace(/\n[ \t]*```\s*$/, "");
    return { kind: "body", body: bodyOfText(text), end: close };
  }
  if (end === -1) return { kind: "cut" };
  return mayEnd(source.skipSpace(end))
    ? { kind: "body", body: bodyOfText(source.text.slice(start, end)), end }
    : { kind: "none" };
}

const FENCE = /```[\w-]*[ \t]*\r?\n/y;
const FENCE_END = /\s*```/y;

function endOfFence(source: Source, at: number): number {
  return at + (source.match(FENCE_END, at)?.[0].length ?? 0);
}

/** The first place at or after `from` where one of the tokens stands, or -1. */
export function firstOf(source: Source, tokens: readonly string[], from: number): number {
  const places = tokens.map((token) => source.find(token, from)).filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}
