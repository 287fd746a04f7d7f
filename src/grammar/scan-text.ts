import { isNonEmpty, type NonEmpty } from "../core/json.ts";
import type { Family, FoundCall, MarkedFamily, Reading, WholeFamily } from "./family.ts";
import { createShields } from "./shields.ts";
import { createSource, type Source } from "./source.ts";
import { endsInMark, isUnfinishedMark, skipClosingMarks } from "./tail.ts";

/** A call with where it came from. */
export interface ScannedCall {
  readonly family: string;
  readonly found: FoundCall;
  /** The text of this call alone. */
  readonly markup: string;
}

export type Scan =
  | { readonly kind: "calls"; readonly calls: NonEmpty<ScannedCall>; readonly remainder: string }
  /** Markup at the end of the text that is no usable call. */
  | { readonly kind: "unusable"; readonly reason: string; readonly markup: string; readonly remainder: string }
  | { readonly kind: "nothing"; readonly reason: string };

/** Finds the calls a text ends with. Takes time in proportion to the text, whatever it holds. */
export function scanText(text: string, families: readonly Family[]): Scan {
  const source = createSource(text);
  const whole = families.filter((family) => family.extent === "whole");
  const marked = families.filter((family) => family.extent === "marked");
  const complete = whole.length === 0 ? undefined : readWhole(source, whole);
  if (complete !== undefined) return complete;
  if (marked.length === 0 || !holdsSentinel(text, marked)) return { kind: "nothing", reason: "the text holds no call" };
  return scanMarked(source, marked);
}

/** Whether the text holds a mark of any family: cheap, and all that most texts ever cost. */
function holdsSentinel(text: string, families: readonly MarkedFamily[]): boolean {
  return sentinelPattern(families).test(text) || startOfLastMark(text, families) !== -1;
}

const sentinelPatterns = new Map<string, RegExp>();

function sentinelPattern(families: readonly MarkedFamily[]): RegExp {
  const key = keyOf(families);
  let pattern = sentinelPatterns.get(key);
  if (pattern === undefined) {
    const sentinels = new Set(families.flatMap((family) => family.sentinels));
    pattern = new RegExp([...sentinels].map((text) => text.replaceAll(/[[\]|.*+?^${}()\\]/g, "\\$&")).join("|"));
    sentinelPatterns.set(key, pattern);
  }
  return pattern;
}

function keyOf(families: readonly MarkedFamily[]): string {
  return families.map((family) => family.name).join();
}

const THINKING = /\s*(?:<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>\s*)?/y;

function readWhole(source: Source, families: readonly WholeFamily[]): Scan | undefined {
  const start = source.match(THINKING, 0)?.[0].length ?? 0;
  for (const family of families) {
    const read = family.read(source, start);
    if (read.kind !== "calls" || skipClosingMarks(source, read.end) !== source.text.length) continue;
    return asCalls(
      source,
      read.calls.map((found) => scanned(family, found, source)),
      source.text.slice(0, start),
    );
  }
  return undefined;
}

function scanned(family: Family, found: FoundCall, source: Source): ScannedCall {
  return { family: family.name, found, markup: source.text.slice(found.start, found.end) };
}

function asCalls(source: Source, calls: readonly ScannedCall[], before: string): Scan {
  if (!isNonEmpty(calls)) return { kind: "nothing", reason: "the text holds no call" };
  return { kind: "calls", calls, remainder: tidy(before, source) };
}

/** The text before the calls: white space at its end goes, and marks that were left over. */
function tidy(before: string, source: Source): string {
  const text = source.text.includes("<|channel|>") ? before.replaceAll(HARMONY_MARKS, "") : before;
  return text.replace(OPEN_TAG, "").trimEnd();
}

/** An outer tag that was opened twice. */
const OPEN_TAG = /(?:^|\s)<(?:[A-Za-z][\w-]*:)?(?:tool_calls?|function_calls?)>\s*$/;

const HARMONY_MARKS = /(?:<\|start\|>assistant)?<\|channel\|>\w+<\|message\|>|<\|(?:end|return|start|message)\|>/g;

/** Where thinking, a fence or a call may start. */
function eventPattern(families: readonly MarkedFamily[]): RegExp {
  const key = keyOf(families);
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const openers = families.map((family) => `(?:${family.opener})`).join("|");
    pattern = new RegExp(`(?<call>${openers})|${THINK}|${FENCE}`, "gmu");
    patterns.set(key, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

const patterns = new Map<string, RegExp>();
const THINK = String.raw`(?<think><think(?:ing)?>|\[THINK\]|<\|channel\|>analysis<\|message\|>)|(?<thought><\/think(?:ing)?>|\[\/THINK\])`;
const FENCE = String.raw`^[ \t>]*(?:[*+-][ \t]+|\d{1,9}[.)][ \t]+)?(?<fence>${"`{3,}(?=[^`\\n]*$)"}|~{3,}).*$`;

/** What closes a thinking part. */
const THOUGHT_ENDS: Readonly<Record<string, string>> = {
  "<think>": "</think>",
  "<thinking>": "</thinking>",
  "[THINK]": "[/THINK]",
};

/** How many calls that are only shown, in inline code or quotes, are passed over whole; more make no difference. */
const MAX_SHOWN = 32;

function scanMarked(source: Source, families: readonly MarkedFamily[]): Scan {
  const { text } = source;
  const shields = createShields(text);
  const events = eventPattern(families);
  const calls: ScannedCall[] = [];
  let start = -1;
  let end = -1;
  let apart = false;
  let shown = 0;
  /** Where the text behind the last unclosed fence line begins. */
  let openFence = -1;
  const nothing = (reason: string): Scan => ({ kind: "nothing", reason });
  for (let event = events.exec(text); event !== null; event = events.exec(text)) {
    const { call, think, thought, fence } = event.groups ?? {};
    const at = event.index;
    if (think !== undefined) {
      const close = source.find(THOUGHT_ENDS[think] ?? "<|end|>", events.lastIndex);
      if (close === -1) return nothing("the text ends in thinking");
      events.lastIndex = close + 1;
    } else if (thought !== undefined) {
      calls.length = 0;
    } else if (fence !== undefined) {
      const close = shields.endOfFence(at, fence);
      if (close === -1) openFence = events.lastIndex;
      else events.lastIndex = close;
    } else if (call !== undefined) {
      const mark = text.startsWith("\n", at) ? at + 1 : at;
      if (isFirstAfter(openFence, mark, text)) return nothing("the markup stands in a fence");
      if (shields.covers(skipIndent(source, mark), Math.max(end, 0))) {
        if (++shown > MAX_SHOWN) continue;
        const shownCall = readFirst(source, mark, families);
        if (shownCall?.reading.kind === "calls") events.lastIndex = shownCall.reading.end;
        continue;
      }
      const read = readFirst(source, mark, families);
      if (read === undefined) continue;
      if (read.reading.kind === "broken" || read.reading.kind === "cut")
        return unusable(source, mark, read.reading, calls.length === 0 ? -1 : start);
      if (calls.length > 0 && skipClosingMarks(source, end) < mark) apart = true;
      if (calls.length === 0) start = mark;
      calls.push(...read.reading.calls.map((found) => scanned(read.family, found, source)));
      end = read.reading.end;
      events.lastIndex = Math.max(end, at + 1);
    }
  }
  if (calls.length === 0) return endOfScan(source, families, openFence);
  const rest = skipClosingMarks(source, end);
  if (rest !== text.length) {
    if (!isUnfinishedMark(text.slice(rest))) return nothing("text follows the markup");
    return { kind: "unusable", reason: "the markup is cut off", markup: text.slice(start), remainder: text };
  }
  if (apart)
    return { kind: "unusable", reason: "text stands between the calls", markup: text.slice(start), remainder: text };
  return asCalls(source, calls, text.slice(0, start));
}

/** Whether nothing stands between an open fence and a place: then the fence is there to show what follows. */
function isFirstAfter(fence: number, at: number, text: string): boolean {
  return fence !== -1 && fence <= at && text.slice(fence, at).trim() === "";
}

function skipIndent(source: Source, at: number): number {
  return at + (source.match(/[ \t]*/y, at)?.[0].length ?? 0);
}

interface FamilyReading {
  readonly family: MarkedFamily;
  readonly reading: Exclude<Reading, { readonly kind: "none" }>;
}

function readFirst(source: Source, at: number, families: readonly MarkedFamily[]): FamilyReading | undefined {
  for (const family of families) {
    if (source.match(openerOf(family), at) === undefined) continue;
    const reading = family.read(source, at);
    if (reading.kind !== "none") return { family, reading };
  }
  return undefined;
}

const openers = new WeakMap<MarkedFamily, RegExp>();

function openerOf(family: MarkedFamily): RegExp {
  const known = openers.get(family);
  if (known !== undefined) return known;
  const pattern = new RegExp(family.opener, "myu");
  openers.set(family, pattern);
  return pattern;
}

type Unreadable = Extract<Reading, { readonly kind: "broken" | "cut" }>;

/** Markup that no call can be read from: told of where the message ends with it, else taken for text about markup. */
function unusable(source: Source, at: number, read: Unreadable, firstCall: number): Scan {
  const { text } = source;
  const start = firstCall === -1 ? at : firstCall;
  const markup = text.slice(start);
  if (read.kind === "cut") {
    if (read.bare && !standsAlone(text, at)) return { kind: "nothing", reason: "the text names a mark" };
    const remainder = read.bare && firstCall === -1 ? text.slice(0, at).trimEnd() : text;
    return { kind: "unusable", reason: "the markup is cut off", markup, remainder };
  }
  if (!endsInMark(text)) return { kind: "nothing", reason: "text follows the markup" };
  return { kind: "unusable", reason: read.reason, markup, remainder: text };
}

/** Whether a mark begins a line or follows a finished sentence; special tokens always do. */
function standsAlone(text: string, at: number): boolean {
  if (/^(?:<[｜|‖]|<DSML|\[TOOL)/.test(text.slice(at, at + 6))) return true;
  return /(?:^|[\n.:!?…])[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));
}

/** No call was found: the text may still end in the beginning of a mark. */
function endOfScan(source: Source, families: readonly MarkedFamily[], openFence: number): Scan {
  const { text } = source;
  const at = startOfLastMark(text, families);
  if (at === -1 || !standsAlone(text, at) || isFirstAfter(openFence, at, text) || createShields(text).covers(at, 0)) {
    return { kind: "nothing", reason: "the text holds no call" };
  }
  const markup = source.text.slice(at);
  return { kind: "unusable", reason: "the markup is cut off", markup, remainder: source.text.slice(0, at).trimEnd() };
}

/** Characters of a mark that must stand there before its beginning counts, and of the longest mark. */
const MIN_PART = 6;
const MAX_PART = 60;

/** Where a mark starts that the end of the text cuts off, or -1. */
function startOfLastMark(text: string, families: readonly MarkedFamily[]): number {
  const offset = Math.max(0, text.length - MAX_PART);
  const tail = text.slice(offset).trimEnd();
  for (const { index } of tail.matchAll(/<|\[|`+/g)) {
    const part = tail.slice(index);
    if (part.length < MIN_PART) return -1;
    if (families.some((family) => family.marks.some((mark) => mark.startsWith(part)))) return offset + index;
  }
  return -1;
}
