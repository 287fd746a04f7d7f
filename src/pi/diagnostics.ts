import type { AssistantMessage } from "@earendil-works/pi-ai";
import { isObject } from "../core/json.ts";
import type { CallSource, Decision, Edit, Failure, RecoveryCost } from "../core/outcome.ts";

/** `type` of the entries this extension adds to the `diagnostics` of an assistant message. */
const REPAIR_DIAGNOSTIC = "tool_call_repair";

/**
 * `details` of a `tool_call_repair` entry: what became of one call of the message. One entry a call that was not simply
 * left alone; a call that was found in text always has one, since the session shows it as if the model had made it. Holds
 * names of tools, fields and rules, and never a value of the call. It persists in the session file and reaches JSON and
 * RPC clients with `message_end`; it is not sent to providers.
 */
export type ToolCallRepairDetails = {
  /** Grows when a field changes its meaning. */
  readonly version: 1;
  /** Id of the `toolCall` block in the same message. */
  readonly callId: string;
  /** The tool as it runs. */
  readonly tool: string;
  /** The tool as the model named it. */
  readonly originalName: string;
  readonly source: CallSource;
} & (
  | { readonly outcome: "untouched" }
  | { readonly outcome: "reported"; readonly findings: readonly FindingPlace[] }
  | ({ readonly outcome: "repaired" } & Changes)
  | ({ readonly outcome: "recovered"; readonly recovery: RecoveryCost } & Changes)
  | {
      readonly outcome: "refused";
      readonly failure: Failure["code"];
      /** The gate that turned the recovery model's answer down; `null` when no model was asked. */
      readonly gate: string | null;
      /** What asking cost; `null` when no model was asked. */
      readonly recovery: RecoveryCost | null;
    }
);

interface Changes {
  /** Rules in the order they applied, each once. */
  readonly rules: readonly string[];
  readonly changes: readonly { readonly rule: string; readonly level: Edit["level"]; readonly path: string }[];
  readonly findings: readonly FindingPlace[];
}

interface FindingPlace {
  /** JSON Pointer into the arguments as they run. */
  readonly path: string;
  readonly keyword: string;
}

/** Whether there is nothing to tell of a call: it runs as the model made it. */
export function isLeftAlone({ outcome, source }: Decision): boolean {
  return outcome.kind === "untouched" && source !== "text";
}

/** The entry for a decision; `undefined` for a call that was left alone. */
export function diagnose(decision: Decision): ReturnType<typeof entry> | undefined {
  if (isLeftAlone(decision)) return undefined;
  const { at, source, sent, outcome } = decision;
  const { call } = outcome;
  const base = {
    version: 1,
    callId: sent.id ?? "",
    tool: call.name,
    originalName: sent.name,
    source,
  } as const;
  switch (outcome.kind) {
    case "untouched":
      return entry(at, { ...base, outcome: outcome.kind });
    case "reported":
      return entry(at, { ...base, outcome: outcome.kind, findings: outcome.findings.map(placeOf) });
    case "repaired":
      return entry(at, { ...base, outcome: outcome.kind, ...changesOf(outcome) });
    case "recovered":
      return entry(at, { ...base, outcome: outcome.kind, ...changesOf(outcome), recovery: outcome.cost });
    case "refused": {
      const { failure, recovery } = outcome;
      const declined = recovery.kind === "declined" ? recovery : undefined;
      return entry(at, {
        ...base,
        outcome: outcome.kind,
        failure: failure.code,
        gate: declined?.gate ?? null,
        recovery: declined?.cost ?? null,
      });
    }
    default:
      return outcome satisfies never;
  }
}

/** The entries of a message that are ours. What another version or program wrote is left out when it does not fit. */
export function repairsIn(message: AssistantMessage): readonly ToolCallRepairDetails[] {
  if (message.diagnostics === undefined) return [];
  return message.diagnostics
    .filter(({ type }) => type === REPAIR_DIAGNOSTIC)
    .map(({ details }): unknown => details)
    .filter(isRepairDetails);
}

function isRepairDetails(details: unknown): details is ToolCallRepairDetails {
  return isObject(details) && details.version === 1 && typeof details.callId === "string";
}

function entry(timestamp: number, details: ToolCallRepairDetails) {
  return { type: REPAIR_DIAGNOSTIC, timestamp, details: toJson(details) };
}

/** The host wants plain JSON, without optional or read-only marks; a copy is both. */
function toJson(details: ToolCallRepairDetails) {
  return JSON.parse(JSON.stringify(details));
}

function changesOf({
  edits,
  findings,
}: Pick<Extract<Decision["outcome"], { kind: "repaired" }>, "edits" | "findings">): Changes {
  return {
    rules: [...new Set(edits.map(({ rule }) => rule))],
    changes: edits.map(({ rule, level, path }) => ({ rule, level, path })),
    findings: findings.map(placeOf),
  };
}

function placeOf({ path, keyword }: FindingPlace): FindingPlace {
  return { path, keyword };
}
