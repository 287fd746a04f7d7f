import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Tool } from "../core/call.ts";
import type { Decision, OutcomeKind } from "../core/outcome.ts";
import type { Journal } from "../memory/journal.ts";
import type { OutcomeEvent } from "../memory/journal-event.ts";
import type { Feature } from "./app.ts";
import type { FailedExecution } from "./failure-watch.ts";
import { load } from "./load.ts";
import { say } from "./say.ts";

/** What a session has to write down. */
interface SessionRecord {
  readonly id: string;
  /** Calls of the running turn that were not simply left alone, by call id. */
  readonly turn: Map<string, Slip>;
  /** Calls of the running turn that ran and failed. */
  readonly failed: FailedExecution[];
  /** How the calls of each model came out, by `provider/model`. */
  readonly totals: Map<string, Totals>;
}

/** A call that was not simply left alone, and what became of it. */
export interface Slip {
  readonly decision: Decision;
  /** The tool as it was when the call was decided; `undefined` when there was none of that name. */
  readonly tool: Tool | undefined;
  readonly execution: OutcomeEvent["execution"];
}

interface Totals {
  readonly provider: string;
  readonly model: string;
  readonly outcomes: Record<OutcomeKind, number>;
}

/**
 * Writes the journal: at the end of a turn a line for each call that was not simply left alone, at the end of a session
 * its totals. A session without a slip or a failure writes nothing and starts no thread.
 */
export const journaling: Feature = (app) => {
  const session = app.perSession<SessionRecord>(() => ({
    id: randomUUID(),
    turn: new Map(),
    failed: [],
    totals: new Map(),
  }));
  let opened: Promise<Journal> | undefined;
  let ending: ExtensionContext | undefined;
  const tell = (why: string) => {
    // The last lines are written when the session is over for everybody else.
    if (ending === undefined) app.reportOnce("journal", why, "warning");
    else say(ending, `Tool recovery: ${why}`, "warning");
  };
  const journal = () => {
    opened ??= load(() => import("../memory/journal.ts")).then(({ openJournal }) =>
      openJournal(join(app.agentDir, "state", "tool-recovery"), tell),
    );
    return opened;
  };
  const writeTurn = async () => {
    const { id: sessionId, turn, failed } = session();
    if (failed.length > 0) await writeFailed(failed.splice(0));
    if (turn.size === 0) return;
    const slips = [...turn].map(([id, slip]) => ({ slip, taught: app.taught.get(id) ?? "none" }) as const);
    turn.clear();
    const { outcomeEvent } = await load(() => import("./outcome-event.ts"));
    const events = slips.map(({ slip, taught }) => ({ ...outcomeEvent(slip, sessionId), taught }));
    const writer = await journal();
    for (const event of events) {
      writer.record(event);
      if (event.outcome !== "refused") continue;
      const { time, provider, model, tool, failure, shape } = event;
      writer.recordFailure({ type: "refused-call", time, provider, model, tool, failure, shape });
    }
  };
  const writeFailed = async (failed: readonly FailedExecution[]) => {
    const time = new Date().toISOString();
    const writer = await journal();
    for (const { provider, model, tool, phase, code } of failed) {
      // The name of an unknown tool was made up by the model and may hold anything.
      const known = app.tools().has(tool) ? tool : "*";
      writer.recordFailure({ type: "failed-execution", time, provider, model, tool: known, phase, code });
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
      const { call } = decision.outcome;
      const slip = { decision, tool: app.tools().get(call.name), execution: "not-run" } as const;
      session().turn.set(call.id ?? randomUUID(), slip);
    }
  });
  app.failed.subscribe((failed) => {
    if (app.settings().logging) session().failed.push(failed);
  });
  app.on("tool_execution_end", ({ toolCallId, isError }) => {
    const slip = session().turn.get(toolCallId);
    if (slip === undefined || slip.decision.outcome.kind === "refused") return;
    session().turn.set(toolCallId, { ...slip, execution: isError ? "failed" : "succeeded" });
  });
  app.on("turn_end", writeTurn);
  app.on("session_shutdown", async (_event, ctx) => {
    ending = ctx;
    await writeTurn();
    await writeTotals();
    await (await opened)?.close();
    opened = undefined;
    ending = undefined;
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
