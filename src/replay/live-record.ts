import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { rawCall } from "./raw-call.ts";

/** What this extension wrote into a session about a call that it did not simply leave alone. */
export type LiveRecord = {
  /** The tool as the model named it. */
  readonly originalName: string;
} & (
  | { readonly outcome: "repaired" | "recovered"; readonly rules: readonly string[] }
  | { readonly outcome: "refused"; readonly failure: string }
);

/** What an assistant message tells of its calls. */
export interface LiveRecords {
  /** By call id. */
  readonly decided: ReadonlyMap<string, LiveRecord>;
  /** Ids of the calls that the model had written into its text. */
  readonly fromText: ReadonlySet<string>;
}

export function liveRecordsIn({ diagnostics }: JsonObject): LiveRecords {
  if (!Array.isArray(diagnostics) || diagnostics.length === 0) return NONE;
  const decided = new Map<string, LiveRecord>();
  const fromText = new Set<string>();
  for (const diagnostic of diagnostics) {
    if (!isObject(diagnostic) || diagnostic.type !== "tool_call_repair" || !isObject(diagnostic.details)) continue;
    const id = String(diagnostic.details.callId);
    const record = readRecord(diagnostic.details);
    if (record !== undefined) decided.set(id, record);
    if (diagnostic.details.source === "text") fromText.add(id);
  }
  return { decided, fromText };
}

const NONE: LiveRecords = { decided: new Map(), fromText: new Set() };

function readRecord({ outcome, originalName, rules, failure }: JsonObject): LiveRecord | undefined {
  const name = String(originalName);
  if (outcome === "refused") return { outcome, originalName: name, failure: String(failure) };
  if (outcome !== "repaired" && outcome !== "recovered") return undefined;
  return { outcome, originalName: name, rules: Array.isArray(rules) ? rules.map(String) : [] };
}

/** What an entry of this extension keeps of a call as it was sent. */
export interface KeptCall {
  readonly callId: string;
  /** `undefined` when it was too long to keep, or when parts of it are masked or cut. */
  readonly sent: ReturnType<typeof rawCall> | undefined;
}

export function keptCallIn({ customType, data }: JsonObject): KeptCall | undefined {
  if (customType !== "tool_call_sent" || !isObject(data)) return undefined;
  const { callId, sent } = data;
  if (!isObject(sent) || !isWhole(sent)) return { callId: String(callId), sent: undefined };
  return { callId: String(callId), sent: rawCall(typeof sent.raw === "string" ? sent.raw : sent.arguments) };
}

/** What stands where a kept call was masked or cut. */
const GAP = /\[redacted\]|… \([\d,]+ characters\)$|^… \d+ (?:items|keys|more)$/;

function isWhole(value: Json): boolean {
  if (typeof value === "string") return !GAP.test(value);
  if (Array.isArray(value)) return value.every(isWhole);
  return !isObject(value) || Object.values(value).every(isWhole);
}
