import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { Decision, OutcomeKind } from "../core/outcome.ts";
import { type Feature, NO_COUNTS } from "./app.ts";
import { callsIn } from "./calls.ts";
import { repairsIn } from "./diagnostics.ts";

/** How many calls of the session were checked, and how many of them came out how. */
export type Counts = Readonly<Record<"checked" | Exclude<OutcomeKind, "untouched">, number>>;

/** Counts the calls of the session, its earlier runs included. */
export const countCalls: Feature = (app) => {
  let counts = NO_COUNTS;
  app.onSession(() => {
    counts = countEntries(app.history());
  });
  app.decisions.subscribe((decisions) => {
    counts = countDecisions(counts, decisions);
  });
  app.plugs.counts = () => counts;
};

function countDecisions(counts: Counts, decisions: readonly Decision[]): Counts {
  return decisions.reduce((sum, { outcome }) => add(sum, outcome.kind), counts);
}

/** What the session file tells of earlier runs of the session, abandoned branches included. */
function countEntries(entries: readonly SessionEntry[]): Counts {
  let counts = NO_COUNTS;
  for (const entry of entries) {
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    const { message } = entry;
    const outcomes = new Map(repairsIn(message).map(({ callId, outcome }) => [callId, outcome]));
    for (const { id } of callsIn(message)) counts = add(counts, outcomes.get(id) ?? "untouched");
  }
  return counts;
}

function add(counts: Counts, kind: OutcomeKind): Counts {
  const checked = { ...counts, checked: counts.checked + 1 };
  return kind === "untouched" ? checked : { ...checked, [kind]: counts[kind] + 1 };
}
