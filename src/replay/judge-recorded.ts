import type { Tool } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { type FailureShape, shapesOf } from "../core/failure-shape.ts";
import { judge } from "../core/judge.ts";
import type { Failure } from "../core/outcome.ts";
import type { Host } from "../core/verdict.ts";
import type { RecordedCall } from "./recorded-calls.ts";

/** What today's rules make of a recorded call. */
export type Replayed =
  | { readonly kind: "unknown-schema" }
  | { readonly kind: "fine" }
  | { readonly kind: "repaired"; readonly slip: Slip; readonly rules: readonly string[] }
  | { readonly kind: "needs-model" | "refused"; readonly slip: Slip; readonly shapes: readonly FailureShape[] };

/** `failed`: the host refused the call then. `distorted`: it ran with another meaning. */
export type Slip = "failed" | "distorted";

/** @param fallback The tools to assume for files that do not record them. */
export function judgeRecorded(
  recorded: RecordedCall,
  fallback: ReadonlyMap<string, Tool>,
  engine: Engine,
  host: Host,
): Replayed {
  const { call, result } = recorded;
  const tools = recorded.tools ?? fallback;
  if (recorded.tools === undefined && !tools.has(call.name) && result !== "unknown-tool")
    return { kind: "unknown-schema" };
  const failed = result === "failed-validation" || result === "unknown-tool";
  // A call that ran although its bare schema rejects it passed the tool's own shim, which no record shows.
  if (!failed && judge(call, tools, host).kind !== "distorted") return { kind: "fine" };
  const slip = failed ? "failed" : "distorted";
  const outcome = engine.decide(call, tools);
  switch (outcome.kind) {
    case "untouched":
    case "reported":
      return { kind: "fine" };
    case "repaired":
    case "recovered":
      return { kind: "repaired", slip, rules: [...new Set(outcome.edits.map(({ rule }) => rule))] };
    case "refused": {
      const kind = mayAskModel(outcome.failure) ? "needs-model" : "refused";
      return { kind, slip, shapes: shapesOf(outcome.failure, call, tools.get(call.name)) };
    }
    default:
      return outcome satisfies never;
  }
}

/** Whether the information is there, so that a model could put it in order. */
function mayAskModel(failure: Failure): boolean {
  return failure.code !== "truncated" && failure.code !== "too-large" && failure.code !== "distorted-arguments";
}
