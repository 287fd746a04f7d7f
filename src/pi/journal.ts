import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type FailureShape, shapesOf } from "../core/failure-shape.ts";
import type { Decision, Outcome, OutcomeKind } from "../core/outcome.ts";
import type { Journal } from "../memory/journal.ts";
import type { OutcomeEvent } from "../memory/journal-event.ts";
import type { App, Feature } from "./app.ts";

/** What a session has to write down. */
interface SessionRecord {
  readonly id: string;
  /** Calls of the running turn that were not simply left alone, by call id. */
  readonly turn: Map<string, OutcomeEvent>;
  /** How the calls of each model came out, by `provider/model`. */
  readonly totals: Map<string, Totals>;
}

interface Totals {
  readonly provider: string;
  readonly model: string;
  readonly outcomes: Record<OutcomeKind, number>;
}

/**
 * Writes the journal: at the end of a turn a line for each call that was not simply left alone, at the end of a session
 * its totals. A session in which nothing happened writes nothing and starts no thread.
 */
export const journaling: Feature = (app) => {
  const session = app.perSession<SessionRecord>(() => ({ id: randomUUID(), turn: new Map(), totals: new Map() }));
  let opened: Promise<Journal> | undefined;
  const journal = () => {
    opened ??= import("../memory/journal.ts").then(({ openJournal }) =>
      openJournal(join(app.agentDir, "state", "tool-recovery"), (why) => app.reportOnce("journal", why, "warning")),
    );
    return opened;
  };
  const writeTurn = async () => {
    const { turn } = session();
    if (turn.size === 0) return;
    const events = [...turn].map(([id, event]) => ({ ...event, taught: app.taught.get(id) ?? event.taught }));
    turn.clear();
    const writer = await journal();
    for (const event of events) {
      writer.record(event);
      if (event.outcome !== "refused") continue;
      const { time, provider, model, tool, failure, shape } = event;
      writer.recordFailure({ type: "refused-call", time, provider, model, tool, failure, shape });
    }
  };
  const writeTotals = async () => {
    const { id, totals } = session();
    const time = new Date().toISOString();
    for (const { provider, model, outcomes } of totals.values()) {
      const calls = Object.values(outcomes).reduce((sum, n) => sum + n, 0);
      if (outcomes.untouched === calls) continue;
      (await journal()).record({ type: "session-totals", time, session: id, provider, model, calls, outcomes });
    }
  };

  app.decisions.subscribe((decisions) => {
    if (!app.settings().logging) return;
    for (const decision of decisions) {
      totalsOf(session(), decision).outcomes[decision.outcome.kind]++;
      if (decision.outcome.kind === "untouched") continue;
      session().turn.set(decision.outcome.call.id ?? randomUUID(), outcomeEvent(app, session().id, decision));
    }
  });
  app.on("tool_execution_end", ({ toolCallId, isError }) => {
    const event = session().turn.get(toolCallId);
    if (event === undefined || event.outcome === "refused") return;
    session().turn.set(toolCallId, { ...event, execution: isError ? "failed" : "succeeded" });
  });
  app.on("turn_end", writeTurn);
  app.on("session_shutdown", async () => {
    await writeTurn();
    await writeTotals();
    await (await opened)?.close();
    opened = undefined;
  });
};

function totalsOf({ totals }: SessionRecord, { provider, model }: Decision): Totals {
  const key = `${provider}/${model}`;
  const known = totals.get(key);
  if (known !== undefined) return known;
  const fresh = { provider, model, outcomes: { untouched: 0, reported: 0, repaired: 0, recovered: 0, refused: 0 } };
  totals.set(key, fresh);
  return fresh;
}

function outcomeEvent(
  app: App,
  session: string,
  { at, provider, model, source, sent, outcome }: Decision,
): OutcomeEvent {
  const cost = costOf(outcome);
  return {
    type: "outcome",
    time: new Date(at).toISOString(),
    session,
    provider,
    model,
    // The name of an unknown tool was made up by the model and may hold anything.
    tool: app.tools().has(outcome.call.name) ? outcome.call.name : "*",
    source,
    outcome: outcome.kind,
    rules: "edits" in outcome ? [...new Set(outcome.edits.map(({ rule }) => rule))] : [],
    shape: shapeOf(app, { at, provider, model, source, sent, outcome }),
    failure: outcome.kind === "refused" ? outcome.failure.code : "",
    gate: outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.gate : "",
    taught: "none",
    inputTokens: cost?.inputTokens ?? 0,
    outputTokens: cost?.outputTokens ?? 0,
    ms: cost?.ms ?? 0,
    execution: "not-run",
  };
}

function costOf(outcome: Outcome) {
  if (outcome.kind === "recovered") return outcome.cost;
  return outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.cost : undefined;
}

function shapeOf(app: App, { sent, outcome }: Decision): readonly FailureShape[] {
  const tool = app.tools().get(outcome.call.name);
  if (outcome.kind === "refused") return shapesOf(outcome.failure, sent, tool);
  if (!("findings" in outcome) || tool === undefined) return [];
  return outcome.findings.flatMap((finding) =>
    shapesOf({ code: "invalid-arguments", findings: [finding] }, sent, tool),
  );
}
