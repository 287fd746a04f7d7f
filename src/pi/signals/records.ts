import { isDeepStrictEqual } from "node:util";
import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { JsonObject } from "../../core/json.ts";
import type { Decision, OutcomeKind } from "../../core/outcome.ts";
import { callsIn } from "../calls.ts";
import { repairsIn } from "../diagnostics.ts";
import { type CallRecord, isKeptCall, type KeptCall, keptCall, recordFrom, recordOf } from "./call-record.ts";

/** `customType` of the session entries that keep what a call was before it was repaired. */
const KEPT_CALL = "tool_call_sent";

/** The calls of the current branch that were not simply left alone, oldest first. */
export interface Records {
  readonly all: readonly CallRecord[];
  /**
   * @param observed Whether nothing may be changed.
   * @returns The entry that the session has to keep of the call; `undefined` where the message still holds it.
   */
  add(decision: Decision, observed: boolean): { readonly type: string; readonly data: KeptCall } | undefined;
  /** The record of the call a row shows. Some servers use an id again, so the arguments must be the same too. */
  find(callId: string, args: unknown): CallRecord | undefined;
}

/** @param branch The session so far, oldest entry first. */
export function openRecords(branch: readonly SessionEntry[]): Records {
  const all: CallRecord[] = [];
  const byId = new Map<string, { readonly record: CallRecord; readonly args: object }[]>();
  const keep = (record: CallRecord, args: object) => {
    all.push(record);
    byId.set(record.callId, [...(byId.get(record.callId) ?? []), { record, args }]);
  };

  for (const { record, args } of recordsIn(branch)) keep(record, args);
  return {
    all,
    add(decision, observed) {
      const record = recordOf(decision, observed);
      if (record === undefined) return undefined;
      keep(record, decision.outcome.call.arguments);
      const { outcome } = decision;
      return !observed && isReplaced(outcome.kind, outcome.kind === "refused" ? outcome.failure.code : "")
        ? { type: KEPT_CALL, data: keptCall(record) }
        : undefined;
    },
    find: (callId, args) =>
      byId.get(callId)?.findLast((known) => known.args === args || isDeepStrictEqual(known.args, args))?.record,
  };
}

function* recordsIn(
  branch: readonly SessionEntry[],
): Generator<{ readonly record: CallRecord; readonly args: object }> {
  // Where an id comes again, its entries and its calls come in the same order.
  const kept = new Map<string, KeptCall[]>();
  for (const entry of branch) {
    if (entry.type !== "custom" || entry.customType !== KEPT_CALL || !isKeptCall(entry.data)) continue;
    kept.set(entry.data.callId, [...(kept.get(entry.data.callId) ?? []), entry.data]);
  }
  for (const entry of branch) {
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    const { message } = entry;
    const calls = new Map(callsIn(message).map((call) => [call.id, call.arguments]));
    for (const details of repairsIn(message)) {
      const args: JsonObject = calls.get(details.callId) ?? {};
      const place = { at: message.timestamp, model: `${message.provider}/${message.model}`, ran: args };
      const isKept = isReplaced(details.outcome, details.outcome === "refused" ? details.failure : "");
      const own = isKept ? kept.get(details.callId)?.shift() : undefined;
      yield { record: recordFrom(details, place, own), args };
    }
  }
}

/** Whether the message no longer holds the call as it was sent: the raw text of what was no JSON gives way to the reason. */
function isReplaced(outcome: OutcomeKind, failure: string): boolean {
  if (outcome === "refused") return failure === "malformed-json" || failure === "truncated" || failure === "too-large";
  return outcome === "repaired" || outcome === "recovered";
}
