import type { Tool, ToolCall } from "../core/call.ts";
import { isNonEmpty, type NonEmpty } from "../core/json.ts";
import { decodeCall, toolNamed } from "./decode-arguments.ts";
import type { Family } from "./family.ts";
import { families as allFamilies, selectFamilies } from "./index.ts";
import { isQuoted } from "./quotes.ts";
import { type ScannedCall, scanText } from "./scan-text.ts";

/** A finished message as far as calls in its text depend on it. */
export interface TextMessage {
  readonly text: string;
  /** The tools that are active. */
  readonly tools: readonly Tool[];
  /** Names of the families to read; without any: all that need not be named. */
  readonly families?: readonly string[] | undefined;
  /** Why the message ended; calls run only after `stop` and `toolUse`. Default `stop`. */
  readonly stopReason?: string | undefined;
  /** The kind of the block the text comes from; calls run only from `text`. Default `text`. */
  readonly blockType?: string | undefined;
  /** Whose message it is; calls run only from `assistant`. Default `assistant`. */
  readonly role?: string | undefined;
  /** The native calls of the same message. */
  readonly nativeCalls?: readonly ToolCall[] | undefined;
  /** Texts the message may quote: the last tool results and the user's message. */
  readonly quoted?: readonly string[] | undefined;
  /** How many calls one message may hold. Default 8. */
  readonly maxCalls?: number | undefined;
}

/** What a message holds. `remainder`: the text that stays visible. */
export type TextFinding =
  /** Complete calls that nothing speaks against. Whether their arguments fit is not judged yet. */
  | {
      readonly kind: "calls";
      readonly calls: NonEmpty<ToolCall>;
      readonly families: readonly string[];
      /** Whether the calls carry marks of their own; without them a call of an unknown tool is just a text. */
      readonly marked: boolean;
      readonly remainder: string;
    }
  /** Markup of a call that must not run, unquoted and at the end of the message: the model may be told. */
  | { readonly kind: "unusable"; readonly reason: string; readonly remainder: string }
  /** Markup that also stands in a tool result or the user's message: somebody else's text. */
  | { readonly kind: "quoted"; readonly reason: string; readonly remainder: string }
  /** Markup beside native calls. `remainder` is without it where it repeats them. */
  | { readonly kind: "shadow"; readonly reason: string; readonly remainder: string }
  | { readonly kind: "nothing"; readonly reason: string; readonly remainder: string };

const DEFAULT_MAX_CALLS = 8;

/** Looks for calls in the text of a finished message. Pure; decodes, and leaves the judgement of arguments to the caller. */
export function findCalls(message: TextMessage): TextFinding {
  const { text, tools } = message;
  const nothing = (reason: string): TextFinding => ({ kind: "nothing", reason, remainder: text });
  const obstacle = obstacleTo(message);
  if (obstacle !== undefined) return nothing(obstacle);
  const scan = scanText(text, selectFamilies(message.families));
  if (scan.kind === "nothing") return nothing(scan.reason);
  const beside = message.nativeCalls ?? [];
  const unusable = (reason: string, remainder = text): TextFinding =>
    beside.length === 0
      ? { kind: "unusable", reason, remainder }
      : { kind: "shadow", reason: "the message has native calls", remainder };
  if (scan.kind === "unusable") {
    if (isQuoted([scan.markup], message.quoted)) return quoted(text);
    return unusable(scan.reason, scan.remainder);
  }
  if (
    isQuoted(
      scan.calls.map((call) => call.markup),
      message.quoted,
    )
  )
    return quoted(text);
  const { maxCalls = DEFAULT_MAX_CALLS } = message;
  if (scan.calls.length > maxCalls) return unusable(`the text holds ${scan.calls.length} calls, more than ${maxCalls}`);
  const calls = decodeCalls(scan.calls, tools);
  if (beside.length > 0) {
    const repeats = calls.every((call) => beside.some((native) => isSame(call, native)));
    return { kind: "shadow", reason: "the message has native calls", remainder: repeats ? scan.remainder : text };
  }
  const names = [...new Set(scan.calls.map((call) => call.family))];
  return { kind: "calls", calls, families: names, marked: !names.some(isWhole), remainder: scan.remainder };
}

function obstacleTo(message: TextMessage): string | undefined {
  const { role = "assistant", blockType = "text", stopReason = "stop" } = message;
  if (role !== "assistant") return "not the model's own message";
  if (blockType !== "text") return "not a text block";
  if (stopReason !== "stop" && stopReason !== "toolUse") return `the message ended with ${stopReason}`;
  return undefined;
}

function quoted(text: string): TextFinding {
  return { kind: "quoted", reason: "the markup stands in a tool result or the user's message", remainder: text };
}

/** The calls decoded; a call that another family's markup repeats right behind counts once. */
function decodeCalls(found: NonEmpty<ScannedCall>, tools: readonly Tool[]): NonEmpty<ToolCall> {
  const calls = found.map((call) => ({
    family: call.family,
    call: decodeCall(call.found, toolNamed(call.found.name, tools)),
  }));
  const once = calls.filter(
    ({ family, call }, i) => !calls.slice(0, i).some((other) => other.family !== family && isSame(other.call, call)),
  );
  const result = once.map(({ call }) => call);
  if (!isNonEmpty(result)) throw new RangeError("found calls cannot all repeat another one");
  return result;
}

function isSame(a: ToolCall, b: ToolCall): boolean {
  return (
    a.name === b.name && a.argumentsError === b.argumentsError && canonical(a.arguments) === canonical(b.arguments)
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function isWhole(name: string): boolean {
  return allFamilies.some((family: Family) => family.name === name && family.extent === "whole");
}
