import { isObject, type JsonObject } from "../core/json.ts";
import { createHeardTexts } from "./heard-texts.ts";
import { type KeptCall, keptCallIn } from "./live-record.ts";
import { type OpenCall, openCalls, takeKept, takeOriginal, takeResult } from "./open-call.ts";
import type { MessageSetting, RecordedText, RecordedTurn } from "./recorded-call.ts";
import { createToolTimeline } from "./tool-timeline.ts";

/** Who hears of the messages of a session, in the order of the file. */
export interface SessionListener {
  /** Called once the results of the calls are known. */
  onTurn(turn: RecordedTurn): void;
  onText(text: RecordedText): void;
}

/**
 * Reads the entries of one session file in order. Reads any version: calls are found by their blocks, results by their
 * call ids, and what an entry lacks is done without.
 */
export function createSessionReader(listener: SessionListener): { read(entry: JsonObject): void; end(): void } {
  const timeline = createToolTimeline();
  const heard = createHeardTexts();
  let open: readonly OpenCall[] = [];
  // Entries that keep a call stand before its message, or behind it where the first one of a session needs time.
  let kept: readonly KeptCall[] = [];

  const close = (answerTokens: number | undefined) => {
    const calls = open.map(({ recorded }) => recorded);
    open = [];
    if (calls.length > 0) listener.onTurn({ calls, answerTokens });
  };
  const readAssistant = (entry: JsonObject, message: JsonObject) => {
    const stopReason = String(message.stopReason ?? "stop");
    // An answer that broke off is made again, or the run is over.
    if (stopReason === "error" || stopReason === "aborted") return;
    close(tokensOf(message));
    const setting: MessageSetting = {
      model: `${message.provider ?? "?"}/${message.model ?? "?"}`,
      day: dayOf(entry, message),
      tools: timeline.current(),
    };
    if (stopReason !== "length") open = openCalls(message, setting, kept);
    kept = [];
    if (open.length > 0) return;
    const text = textsOf(message).findLast((part) => part.trim() !== "");
    if (text !== undefined) listener.onText({ ...setting, text, stopReason, quoted: heard.all() });
  };
  const readMessage = (entry: JsonObject, message: JsonObject) => {
    switch (message.role) {
      case "system":
        return timeline.change(message);
      case "assistant":
        return readAssistant(entry, message);
      case "toolResult": {
        const text = textsOf(message).join("");
        heard.add(text);
        return takeResult(open, message, text);
      }
      case "user":
        close(undefined);
        return textsOf(message).forEach(heard.add);
      case "bashExecution":
        return heard.add(String(message.output ?? ""));
      default:
        return textsOf(message).forEach(heard.add);
    }
  };
  return {
    read(entry) {
      timeline.enter(entry);
      switch (entry.type) {
        case "message":
          if (isObject(entry.message)) readMessage(entry, entry.message);
          return;
        case "compaction":
          if (isObject(entry.systemMessage)) timeline.restart(entry.systemMessage);
          return heard.add(String(entry.summary ?? ""));
        case "branch_summary":
          return heard.add(String(entry.summary ?? ""));
        case "custom_message":
          return textsOf(entry).forEach(heard.add);
        case "custom": {
          const call = keptCallIn(entry);
          if (call === undefined) takeOriginal(open, entry.data);
          else if (!takeKept(open, call)) kept = [...kept, call];
          return;
        }
      }
    },
    end: () => close(undefined),
  };
}

function textsOf({ content }: JsonObject): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
}

function tokensOf({ usage }: JsonObject): number {
  if (!isObject(usage)) return 0;
  if (typeof usage.totalTokens === "number") return usage.totalTokens;
  const parts = [usage.input, usage.output, usage.cacheRead, usage.cacheWrite];
  return parts.reduce<number>((sum, part) => sum + (typeof part === "number" ? part : 0), 0);
}

/** Four digits for the year, as every clock that is not broken has them. */
const DAY = /^\d{4}-\d\d-\d\d/;

function dayOf(entry: JsonObject, message: JsonObject): string {
  const time = typeof entry.timestamp === "string" ? entry.timestamp : isoTime(message.timestamp);
  const day = DAY.exec(time)?.[0] ?? "";
  return Number.isNaN(Date.parse(day)) ? "" : day;
}

function isoTime(milliseconds: unknown): string {
  const time = new Date(typeof milliseconds === "number" ? milliseconds : Number.NaN);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}
