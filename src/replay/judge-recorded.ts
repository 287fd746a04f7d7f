import type { Tool, ToolCall } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { type FailureShape, shapesOf } from "../core/failure-shape.ts";
import { judge } from "../core/judge.ts";
import type { Failure, Outcome } from "../core/outcome.ts";
import type { Host } from "../core/verdict.ts";
import type { LiveRecord } from "./live-record.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** How a recorded call came out then, and what today's rules make of it. */
export interface Replayed {
  readonly past: Past;
  readonly now: Now;
}

/**
 * `failed`: it was refused. `distorted`: the host ran it with another meaning. `mended`: an extension changed it before
 * the host saw it.
 */
export type Past = "ran" | "failed" | "distorted" | "mended";

export type Now =
  /** Runs as sent. */
  | { readonly kind: "fine" }
  | { readonly kind: "repaired"; readonly rules: readonly string[] }
  /** Rules cannot decide; a recovery model might. */
  | { readonly kind: "needs-model"; readonly shapes: readonly FailureShape[] }
  | { readonly kind: "refused"; readonly shapes: readonly FailureShape[] }
  /** The file does not hold enough: no schema of the tool, or no result. */
  | { readonly kind: "unknown" };

export interface Judge {
  readonly engine: Engine;
  readonly host: Host;
  /** The tools to assume for files that do not record them. */
  readonly fallbackTools: ReadonlyMap<string, Tool>;
  /** Those of them that are active unless a user says otherwise: what an unknown name may have meant. */
  readonly defaultTools: ReadonlyMap<string, Tool>;
}

export function judgeRecorded(recorded: RecordedCall, { engine, host, ...assumed }: Judge): Replayed {
  const { call, result, lost } = recorded;
  const past = PAST[result];
  if (lost !== undefined) return { past, now: asDecidedLive(lost) };
  const tools = recorded.tools ?? (result === "unknown-tool" ? assumed.defaultTools : assumed.fallbackTools);
  if (result !== "unknown-tool" && !tools.has(recorded.tool)) return { past, now: UNKNOWN };
  const outcome = engine.decide(call, tools);
  const now = outcomeNow(outcome, recorded, tools);
  if (past !== "ran" || now.kind === "fine") return { past, now };
  if (result === "none") return { past, now: UNKNOWN };
  // A call that ran although its bare schema rejects it passed the tool's own shim, which no record shows.
  if (judge(call, tools, host).kind === "rejected") return { past, now: { kind: "fine" } };
  return { past: "distorted", now };
}

const PAST: Readonly<Record<RecordedCall["result"], Past>> = {
  ran: "ran",
  none: "ran",
  mended: "mended",
  "failed-validation": "failed",
  "unknown-tool": "failed",
};

const UNKNOWN: Now = { kind: "unknown" };

function outcomeNow(outcome: Outcome, { call }: RecordedCall, tools: ReadonlyMap<string, Tool>): Now {
  switch (outcome.kind) {
    case "untouched":
    case "reported":
      return { kind: "fine" };
    case "repaired":
    case "recovered":
      return { kind: "repaired", rules: [...new Set(outcome.edits.map(({ rule }) => rule))] };
    case "refused": {
      const { failure } = outcome;
      const shapes = shapesOf(failure, call, tools.get(call.name));
      return { kind: holdsAnswer(failure, call) ? "needs-model" : "refused", shapes };
    }
    default:
      return outcome satisfies never;
  }
}

/** The verdict of the session stands where the original is not kept: it was made on the original. */
function asDecidedLive(live: LiveRecord): Now {
  switch (live.outcome) {
    case "repaired":
      return { kind: "repaired", rules: live.rules };
    case "recovered":
      return { kind: "needs-model", shapes: [] };
    case "refused": {
      const shape = { path: "", keyword: live.failure, expected: "object", received: "string" } as const;
      return {
        kind: live.failure === "truncated" || live.failure === "too-large" ? "refused" : "needs-model",
        shapes: [shape],
      };
    }
    default:
      return live satisfies never;
  }
}

/** Whether what is missing may stand somewhere in the call, so that a model could put it in order. */
function holdsAnswer(failure: Failure, call: ToolCall): boolean {
  if (failure.code === "truncated" || failure.code === "too-large") return false;
  if (failure.code === "distorted-arguments")
    return failure.findings.every(({ keyword }) => keyword !== "null-as-value");
  return call.argumentsError !== undefined || Object.keys(call.arguments).length > 0;
}
