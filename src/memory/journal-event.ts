import type { FailureShape } from "../core/failure-shape.ts";
import type { CallSource, OutcomeKind } from "../core/outcome.ts";

/** A line of `events.jsonl`. No argument values, no file names, no text. Times are ISO 8601 in UTC. */
export type JournalEvent = OutcomeEvent | SessionTotalsEvent;

/** What became of one call that was not simply left alone. */
export interface OutcomeEvent {
  readonly type: "outcome";
  readonly time: string;
  /** Random per session; joins the lines of one session. */
  readonly session: string;
  readonly provider: string;
  readonly model: string;
  /** The tool's name when it is active, else `*`: a model-made name may be text. */
  readonly tool: string;
  readonly source: CallSource;
  readonly outcome: OutcomeKind;
  readonly rules: readonly string[];
  readonly shape: readonly FailureShape[];
  /** The failure code of a refused call; `""` for others. */
  readonly failure: string;
  /** The gate that turned a recovery answer down; `""` when none did. */
  readonly gate: string;
  readonly taught: "none" | "note" | "rule";
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  readonly execution: "not-run" | "succeeded" | "failed";
}

/** How many calls of a session came out how, per provider and model. */
export interface SessionTotalsEvent {
  readonly type: "session-totals";
  readonly time: string;
  readonly session: string;
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
}

/** A line of `failure-corpus.jsonl`. */
export type CorpusEvent =
  | {
      readonly type: "refused-call";
      readonly time: string;
      readonly provider: string;
      readonly model: string;
      readonly tool: string;
      readonly failure: string;
      readonly shape: readonly FailureShape[];
    }
  | {
      readonly type: "failed-execution";
      readonly time: string;
      readonly provider: string;
      readonly model: string;
      readonly tool: string;
      readonly phase: string;
      readonly code: string;
    };
