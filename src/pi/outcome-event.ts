import { type FailureShape, shapesOf } from "../core/failure-shape.ts";
import type { Outcome } from "../core/outcome.ts";
import type { OutcomeEvent } from "../memory/journal-event.ts";
import type { Slip } from "./journal.ts";

/** A decided call as the journal keeps it: no values of the call. */
export function outcomeEvent({ decision, tool, execution }: Slip, session: string): OutcomeEvent {
  const { at, provider, model, source, outcome } = decision;
  const cost = costOf(outcome);
  return {
    type: "outcome",
    time: new Date(at).toISOString(),
    session,
    provider,
    model,
    // The name of an unknown tool was made up by the model and may hold anything.
    tool: tool === undefined ? "*" : outcome.call.name,
    source,
    outcome: outcome.kind,
    rules: "edits" in outcome ? [...new Set(outcome.edits.map(({ rule }) => rule))] : [],
    shape: shapeOf({ decision, tool, execution }),
    failure: outcome.kind === "refused" ? outcome.failure.code : "",
    gate: outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.gate : "",
    taught: "none",
    inputTokens: cost?.inputTokens ?? 0,
    outputTokens: cost?.outputTokens ?? 0,
    ms: cost?.ms ?? 0,
    execution,
  };
}

function costOf(outcome: Outcome) {
  if (outcome.kind === "recovered") return outcome.cost;
  return outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.cost : undefined;
}

function shapeOf({ decision: { sent, outcome }, tool }: Slip): readonly FailureShape[] {
  if (outcome.kind === "refused") return shapesOf(outcome.failure, sent, tool);
  if (!("findings" in outcome) || tool === undefined) return [];
  return outcome.findings.flatMap((finding) =>
    shapesOf({ code: "invalid-arguments", findings: [finding] }, sent, tool),
  );
}
