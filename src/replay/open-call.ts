import type { ToolCall } from "../core/call.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { type KeptCall, type LiveRecord, liveRecordsIn } from "./live-record.ts";
import { rawCall } from "./raw-call.ts";
import type { MessageSetting, RecordedCall } from "./recorded-call.ts";

/** A call of the last assistant message, whose result and original may still come. */
export interface OpenCall {
  /** The id of its block; some servers leave it empty or use it twice. */
  readonly id: string;
  readonly live: LiveRecord | undefined;
  recorded: RecordedCall;
  /** Whether its original is known, from the block or from an entry. */
  isRestored: boolean;
}

/** @param kept Entries before the message that keep calls of it. */
export function openCalls(
  message: JsonObject,
  setting: MessageSetting,
  kept: readonly KeptCall[],
): readonly OpenCall[] {
  if (!Array.isArray(message.content)) return [];
  const blocks = message.content.filter(isObject).filter(({ type, name }) => type === "toolCall" && isName(name));
  if (blocks.length === 0) return [];
  const { decided, fromText } = liveRecordsIn(message);
  const open = blocks.map((block) => {
    const id = String(block.id ?? "");
    return openCall(block, id, { ...setting, fromText: fromText.has(id) }, decided.get(id));
  });
  for (const call of kept) takeKept(open, call);
  return open;
}

function isName(value: unknown): boolean {
  return typeof value === "string";
}

function openCall(
  block: JsonObject,
  id: string,
  setting: MessageSetting & Pick<RecordedCall, "fromText">,
  live: LiveRecord | undefined,
): OpenCall {
  const sent = rawCall(block.rawArguments ?? block.arguments);
  const error = block.argumentsError;
  // What this extension refuses bears its own words there, except for an unknown tool.
  const hasOwnError = typeof error === "string" && (live?.outcome !== "refused" || isUnknownTool(live));
  const call: ToolCall = {
    id,
    name: live?.originalName ?? String(block.name),
    ...sent,
    ...(hasOwnError && { argumentsError: error }),
  };
  const isRestored = block.rawArguments !== undefined;
  const recorded = {
    ...setting,
    tool: String(block.name),
    call,
    result: resultBefore(live, isRestored),
    lost: lostOriginal(live),
  };
  return { id, live, recorded, isRestored };
}

function resultBefore(live: LiveRecord | undefined, isRestored: boolean): RecordedCall["result"] {
  if (live?.outcome === "refused") return isUnknownTool(live) ? "unknown-tool" : "failed-validation";
  return live !== undefined || isRestored ? "mended" : "none";
}

/** Whether the block no longer holds what was sent: it was repaired, or its raw text gave way to the reason. */
function lostOriginal(live: LiveRecord | undefined): LiveRecord | undefined {
  if (live?.outcome !== "refused") return live;
  return REPLACED.has(live.failure) ? live : undefined;
}

/** Failures of text that was no JSON object, or too much of it. */
const REPLACED: ReadonlySet<string> = new Set(["malformed-json", "truncated", "too-large"]);

function isUnknownTool(live: LiveRecord): boolean {
  return live.outcome === "refused" && (live.failure === "unknown-tool" || live.failure === "ambiguous-tool");
}

/** The words the host writes into the result of a call it would not run. */
const VALIDATION = /^Validation failed for tool "/;
const INVALID = /^Invalid arguments for tool "[^"]*": /;
const UNKNOWN = /^Tool .{1,256} not found/;
const RECEIVED = "Received arguments:\n";

/** @param text The text of the result. */
export function takeResult(open: readonly OpenCall[], message: JsonObject, text: string): void {
  const id = String(message.toolCallId ?? "");
  const target = open.find((call) => call.id === id && call.recorded.result === "none") ?? withId(open, id);
  if (target === undefined) return;
  const details = isObject(message.details) ? message.details : {};
  if (target.live === undefined) settle(target, message.isError === true, text);
  const raw = message.rawArguments ?? details.rawArguments;
  if (raw !== undefined) restore(target, raw);
}

function settle(target: OpenCall, isError: boolean, text: string): void {
  const { recorded } = target;
  if (isError && UNKNOWN.test(text)) target.recorded = { ...recorded, result: "unknown-tool" };
  else if (isError && VALIDATION.test(text)) {
    const received = parseObject(text.slice(text.indexOf(RECEIVED) + RECEIVED.length));
    const call =
      received === undefined || target.isRestored ? recorded.call : { ...recorded.call, arguments: received };
    target.recorded = { ...recorded, call, result: "failed-validation" };
  } else if (isError && INVALID.test(text)) {
    const isNews = recorded.call.argumentsError === undefined && text.includes(RECEIVED);
    const call = isNews ? { ...recorded.call, argumentsError: text.replace(INVALID, "") } : recorded.call;
    target.recorded = { ...recorded, call, result: "failed-validation" };
  } else if (recorded.result === "none") target.recorded = { ...recorded, result: "ran" };
}

/** Takes what an entry of this extension keeps of a call. @returns Whether the call was open and waited for it. */
export function takeKept(open: readonly OpenCall[], { callId, sent }: KeptCall): boolean {
  const target = open.find(({ id, live, isRestored }) => id === callId && live !== undefined && !isRestored);
  if (target === undefined) return false;
  target.isRestored = true;
  if (sent === undefined) return true;
  const { id = "", name } = target.recorded.call;
  target.recorded = { ...target.recorded, call: { id, name, ...sent }, lost: undefined };
  return true;
}

/** Other extensions that change calls may keep the original in an entry: `{ toolCallId, rawArguments }`. */
export function takeOriginal(open: readonly OpenCall[], data: unknown): void {
  if (!isObject(data) || data.rawArguments === undefined) return;
  const target = withId(open, String(data.toolCallId ?? ""));
  if (target !== undefined) restore(target, data.rawArguments);
}

function restore(target: OpenCall, raw: unknown): void {
  const { recorded } = target;
  if (typeof raw !== "string" && !isObject(raw)) return;
  const { id = "", name } = recorded.call;
  const result = recorded.result === "ran" || recorded.result === "none" ? "mended" : recorded.result;
  target.recorded = { ...recorded, call: { id, name, ...rawCall(raw) }, result, lost: undefined };
  target.isRestored = true;
}

function withId(open: readonly OpenCall[], id: string): OpenCall | undefined {
  return id === "" ? undefined : open.find((call) => call.id === id);
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
