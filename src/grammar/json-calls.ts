import { isNonEmpty, type NonEmpty } from "../core/json.ts";
import { callInBrokenJson, callsInJson, type EnvelopeCall } from "./envelope.ts";
import type { FoundCall } from "./family.ts";
import { firstOf } from "./json-body.ts";
import { endOfContainer, readJson, readUnclosedJson } from "./json-text.ts";
import type { Source } from "./source.ts";

export type JsonCallsReading =
  | { readonly kind: "calls"; readonly calls: NonEmpty<FoundCall>; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "cut" }
  | { readonly kind: "broken" };

/** Reads JSON call envelopes that follow each other: objects or lists, set apart by nothing, white space, `;` or `,`. */
export function readJsonCalls(source: Source, at: number, closers: readonly string[]): JsonCallsReading {
  const calls: FoundCall[] = [];
  let end = at;
  for (let next = source.skipSpace(at); next < source.text.length; next = source.skipSpace(end)) {
    if (calls.length > 0 && /[,;]/.test(source.text[next] ?? "")) next = source.skipSpace(next + 1);
    if (source.match(JSON_START, next) === undefined) break;
    const read = readOne(source, next, closers);
    if (read.kind !== "calls") return calls.length === 0 || read.kind !== "none" ? read : { kind: "broken" };
    calls.push(...read.calls);
    end = read.end;
  }
  return isNonEmpty(calls) ? { kind: "calls", calls, end } : { kind: "none" };
}

/** A list of calls opens with an object: `[/TOOL_CALLS]` is a mark. */
const JSON_START = /\{|\[\s*[[{]/y;

function readOne(source: Source, at: number, closers: readonly string[]): JsonCallsReading {
  if (source.isSpent()) return { kind: "broken" };
  const end = endOfContainer(source.text, at);
  if (end !== -1) {
    const value = readJson(source.text.slice(at, end));
    if (value !== undefined) return placed(callsInJson(value), at, skipStrayClosers(source, end, closers));
  }
  source.waste((end === -1 ? source.text.length : end) - at);
  const close = firstOf(source, closers, at);
  if (close === -1) return { kind: end === -1 ? "cut" : "broken" };
  const text = source.text.slice(at, close).trimEnd();
  const value = readJson(text) ?? readUnclosedJson(text);
  const broken = value === undefined ? callInBrokenJson(text) : undefined;
  return placed(value !== undefined ? callsInJson(value) : broken && [broken], at, close);
}

/** Closing braces too many before the closing mark go; they hold nothing. */
function skipStrayClosers(source: Source, at: number, closers: readonly string[]): number {
  const stray = source.match(STRAY, at);
  if (stray === undefined) return at;
  const end = at + stray[0].length;
  return closers.some((closer) => source.text.startsWith(closer, end)) ? end : at;
}

const STRAY = /[\s}\]]*[}\]]\s*/y;

function placed(calls: NonEmpty<EnvelopeCall> | undefined, start: number, end: number): JsonCallsReading {
  const found = calls?.map((call) => ({ ...call, start, end }));
  return found !== undefined && isNonEmpty(found) ? { kind: "calls", calls: found, end } : { kind: "broken" };
}
