import type { ToolCall } from "./call.ts";
import type { NonEmpty } from "./json.ts";

/**
 * Where a value stands inside the arguments: a JSON Pointer (`/edits/0/oldText`), `""` for the arguments as a whole.
 */
export type Pointer = string;

/** One thing that is wrong with the arguments. `keyword` is the JSON Schema keyword, or a name of `distortion`. */
export interface Finding {
  readonly path: Pointer;
  readonly keyword: string;
  /** Fit for the model to read, without values of the call: `missing`, `expected integer, got string`. */
  readonly message: string;
}

/** Why a call cannot run. Data only; `describe-failure.ts` holds the sentences. */
export type Failure =
  | { readonly code: "unknown-tool"; readonly name: string; readonly near: readonly string[] }
  | { readonly code: "ambiguous-tool"; readonly name: string; readonly candidates: NonEmpty<string> }
  | { readonly code: "malformed-json"; readonly reason: string }
  | { readonly code: "truncated"; readonly reason: string }
  | { readonly code: "too-large"; readonly reason: string }
  | { readonly code: "invalid-arguments"; readonly findings: NonEmpty<Finding> }
  | { readonly code: "distorted-arguments"; readonly findings: NonEmpty<Finding> };

/** At which level of the call an edit took place, outermost first. */
export type EditLevel = "name" | "text" | "envelope" | "key" | "value";

/** One change a rule or a recovery model made. */
export interface Edit {
  /** Name of the rule; `learned:…` for a learned repair, `recovery` for a model's own change. */
  readonly rule: string;
  readonly level: EditLevel;
  /** Where the change took effect, in the repaired arguments. */
  readonly path: Pointer;
  /** For `name` and `key` the names themselves; else a one-line preview (at most 120 characters) of the value. */
  readonly before: string;
  /** As `before`; `""` where something was dropped. */
  readonly after: string;
}

/** What asking a recovery model cost. */
export interface RecoveryCost {
  /** `provider/model`, or `endpoint/model` for a direct endpoint. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 where the price is unknown. */
  readonly cost: number;
  /** Wall-clock milliseconds from the prompt to the judged reply. */
  readonly ms: number;
}

/** Whether a recovery model was asked about a refused call, and which gate turned its answer down. */
export type RecoveryAttempt =
  | { readonly kind: "not-asked"; readonly why: string }
  | { readonly kind: "declined"; readonly gate: string; readonly reason: string; readonly cost: RecoveryCost };

/** What became of a call. Each case carries what its reader needs; nothing is optional. */
export type Outcome =
  | { readonly kind: "untouched"; readonly call: ToolCall }
  | { readonly kind: "reported"; readonly call: ToolCall; readonly findings: NonEmpty<Finding> }
  | {
      readonly kind: "repaired";
      readonly call: ToolCall;
      readonly edits: NonEmpty<Edit>;
      /** Undeclared keys that stay and that the host will ignore. */
      readonly findings: readonly Finding[];
    }
  | {
      readonly kind: "recovered";
      readonly call: ToolCall;
      readonly edits: NonEmpty<Edit>;
      readonly findings: readonly Finding[];
      readonly cost: RecoveryCost;
    }
  | {
      readonly kind: "refused";
      /** The call as it was emitted. */
      readonly call: ToolCall;
      readonly failure: Failure;
      /** What the model reads instead of the host's own error: at most 1,200 characters, never the arguments. */
      readonly feedback: string;
      readonly recovery: RecoveryAttempt;
    };

export type OutcomeKind = Outcome["kind"];

/** How the call reached the host: as a native call, leaked into text, or by the text protocol. */
export type CallSource = "native" | "text" | "protocol";

/** One decided call with its setting: what teaching, the journal, counters and views read. */
export interface Decision {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly provider: string;
  readonly model: string;
  readonly source: CallSource;
  readonly sent: ToolCall;
  readonly outcome: Outcome;
}
