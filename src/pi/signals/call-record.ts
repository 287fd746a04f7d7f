import { rawArguments, type ToolCall } from "../../core/call.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { CallSource, Decision, Edit, Outcome, OutcomeKind, RecoveryCost } from "../../core/outcome.ts";
import { lastStep } from "../../core/pointer.ts";
import { isLeftAlone, type ToolCallRepairDetails } from "../diagnostics.ts";
import { oneLine, shownText, shownValue } from "./shown-value.ts";

/** What the user can see of one call that was not simply left alone. Texts in it are masked, cut and safe to print. */
export interface CallRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `provider/model` that made the call. */
  readonly model: string;
  readonly callId: string;
  readonly tool: string;
  readonly originalName: string;
  readonly source: CallSource;
  readonly outcome: OutcomeKind;
  readonly rules: readonly string[];
  readonly changes: readonly ShownChange[];
  /** Nothing was changed: the call went to pi as it was sent, and the rest says what would have become of it. */
  readonly observed: boolean;
  /** Fields the host ignores, or what is wrong with a refused call. */
  readonly findings: readonly string[];
  /** Why a refused call was refused and what the recovery model's answer failed on; `""` for others. */
  readonly reason: string;
  readonly recovery: RecoveryCost | null;
  /** The call as it was sent; `null` when that is not known any more. */
  readonly sent: SentCall | null;
  /** The arguments it runs with; `null` for a refused call. */
  readonly ran: JsonObject | null;
}

export interface ShownChange {
  readonly rule: string;
  readonly level: Edit["level"];
  /** JSON Pointer into the arguments that run. */
  readonly path: string;
  /** One line each, as in `Edit`; `null` when not known any more. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Arguments, or the raw text of what was no JSON object. */
export type SentCall = { readonly arguments: JsonObject } | { readonly raw: string };

/**
 * @param observed Whether nothing may be changed.
 * @returns `undefined` for a call that was left alone.
 */
export function recordOf(decision: Decision, observed: boolean): CallRecord | undefined {
  if (isLeftAlone(decision)) return undefined;
  const { at, provider, model, source, sent, outcome } = decision;
  const changes = "edits" in outcome ? outcome.edits.map(shownChange) : [];
  return {
    at,
    model: oneLine(`${provider}/${model}`),
    callId: outcome.call.id ?? "",
    tool: oneLine(outcome.call.name),
    originalName: oneLine(sent.name),
    source,
    outcome: outcome.kind,
    rules: [...new Set(changes.map(({ rule }) => rule))],
    changes,
    observed,
    findings: findingsOf(outcome),
    reason: outcome.kind === "refused" ? reasonOf(outcome) : "",
    recovery: costOf(outcome),
    sent: sentCall(sent),
    ran: outcome.kind === "refused" ? null : shownObject(outcome.call.arguments),
  };
}

/**
 * The record of a call in a session that goes on.
 * @param kept What the session's own entry keeps of it, `undefined` when there is none.
 * @param ran The arguments in the message.
 */
export function recordFrom(
  details: ToolCallRepairDetails,
  { at, model, ran }: { readonly at: number; readonly model: string; readonly ran: JsonObject },
  kept: KeptCall | undefined,
): CallRecord {
  const changes = "changes" in details ? details.changes : [];
  const isAsSent = details.outcome === "untouched" || details.outcome === "reported";
  return {
    at,
    model: oneLine(model),
    callId: details.callId,
    tool: oneLine(details.tool),
    originalName: oneLine(details.originalName),
    source: details.source,
    outcome: details.outcome,
    rules: "rules" in details ? details.rules : [],
    changes: changes.map((change, index) => ({ ...change, before: null, after: null, ...kept?.changes[index] })),
    observed: false,
    findings:
      "findings" in details ? details.findings.map(({ path, keyword }) => oneLine(`${fieldOf(path)}: ${keyword}`)) : [],
    reason: details.outcome === "refused" ? [details.failure, details.gate ?? ""].filter(Boolean).join("; ") : "",
    recovery: "recovery" in details ? details.recovery : null,
    sent: kept?.sent ?? (isAsSent ? { arguments: shownObject(ran) } : null),
    ran: details.outcome === "refused" ? null : shownObject(ran),
  };
}

/** What a session entry keeps of a call as it was sent: the message holds only the call that ran. */
export interface KeptCall {
  readonly version: 1;
  readonly callId: string;
  readonly sent: SentCall | null;
  readonly changes: readonly { readonly before: string; readonly after: string }[];
}

const MAX_KEPT = 8_000;

export function keptCall({ callId, sent, changes }: CallRecord): KeptCall {
  return {
    version: 1,
    callId,
    sent: JSON.stringify(sent).length > MAX_KEPT ? null : sent,
    changes: changes.map(({ before, after }) => ({ before: before ?? "", after: after ?? "" })),
  };
}

export function isKeptCall(data: unknown): data is KeptCall {
  return (
    isObject(data) &&
    data.version === 1 &&
    typeof data.callId === "string" &&
    Array.isArray(data.changes) &&
    data.changes.every(
      (change: Json) => isObject(change) && typeof change.before === "string" && typeof change.after === "string",
    ) &&
    (data.sent === null ||
      (isObject(data.sent) && (isObject(data.sent.arguments) || typeof data.sent.raw === "string")))
  );
}

function shownChange({ rule, level, path, before, after }: Edit): ShownChange {
  const mask = (text: string) => (level === "name" || level === "key" ? text : shownText(text, lastStep(path)));
  return {
    rule: oneLine(rule),
    level,
    path: oneLine(path),
    before: oneLine(mask(before)),
    after: oneLine(mask(after)),
  };
}

function sentCall({ arguments: args, argumentsError }: ToolCall): SentCall {
  return argumentsError === undefined
    ? { arguments: shownObject(args) }
    : { raw: shownText(rawArguments(argumentsError).slice(0, 4_000)) };
}

function shownObject(args: JsonObject): JsonObject {
  const shown = shownValue(args);
  return isObject(shown) ? shown : {};
}

function findingsOf(outcome: Outcome): readonly string[] {
  const findings =
    outcome.kind === "refused"
      ? "findings" in outcome.failure
        ? outcome.failure.findings
        : []
      : "findings" in outcome
        ? outcome.findings
        : [];
  return findings.map(({ path, message }) => oneLine(`${fieldOf(path)}: ${message}`));
}

function reasonOf({ failure, recovery }: Extract<Outcome, { readonly kind: "refused" }>): string {
  const why = recovery.kind === "declined" ? `${recovery.gate}: ${recovery.reason}` : recovery.why;
  return oneLine(`${failure.code}${why === "" ? "" : `; recovery: ${why}`}`);
}

function costOf(outcome: Outcome): RecoveryCost | null {
  if (outcome.kind === "recovered") return outcome.cost;
  return outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.cost : null;
}

/** A pointer as people read it: `edits.0.oldText`. */
export function fieldOf(path: string): string {
  return path === "" ? "arguments" : path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
