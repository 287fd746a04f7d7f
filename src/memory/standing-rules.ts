import { type ModelMemory, NO_TRIAL, type RuleMemory, type Trial } from "./adaptation.ts";
import { lessonFrom } from "./lesson.ts";
import type { SessionReport } from "./session-report.ts";
import type { Slip } from "./slip.ts";

/** Calls with a slip that make a rule stand. */
const ENOUGH = 3;
const MAX_STANDING = 5;
const DAY_MS = 86_400_000;
const IDLE_DAYS = 30;
const MAX_IDLE_DAYS = 240;
/** A standing rule gives its place to another only after this long without its slip. */
const SETTLED_DAYS = 7;
/** A rule that did not help is not tried again before this. */
const REST_DAYS = 90;
/** Told, a model must make the slip less than half as often as untold. */
const HELPS_BELOW = 0.5;
const MAX_RULES = 200;

/** The names of the rules that stand now, the most recently needed first. */
export function standingRules({ rules }: ModelMemory, now: number): readonly string[] {
  return Object.entries(rules)
    .filter(([, rule]) => rule.state.kind === "standing" && !isIdle(rule, now))
    .toSorted(([nameA, a], [nameB, b]) => b.lastFired - a.lastFired || (nameA < nameB ? -1 : 1))
    .slice(0, MAX_STANDING)
    .map(([name]) => name);
}

/** The text for the system prompt, `undefined` when no rule stands. */
export function standingText(memory: ModelMemory, now: number): string | undefined {
  const lessons = new Set(
    standingRules(memory, now).flatMap((name) => {
      const rule = memory.rules[name];
      return rule === undefined ? [] : [lessonFrom(rule.slip)];
    }),
  );
  if (lessons.size === 0) return undefined;
  return `Some of your earlier tool calls had to be corrected. From now on:\n${[...lessons].map((lesson) => `- ${lesson}`).join("\n")}`;
}

/** What a part of a session teaches: slips are counted, rules begin to stand, and rules that are of no use go. */
export function learn(memory: ModelMemory, report: SessionReport, now: number): ModelMemory {
  let rules = { ...memory.rules };
  for (const [name, rule] of Object.entries(rules)) {
    rules[name] = judge(count(rule, report.slips.get(name), report, report.shown.includes(name)), now, memory);
  }
  for (const [name, { slip, calls }] of report.slips) {
    if (Object.hasOwn(rules, name) || Object.keys(rules).length >= MAX_RULES) continue;
    const fresh: RuleMemory = {
      state: { kind: "counting" },
      fired: 0,
      lastFired: 0,
      slip,
      untold: NO_TRIAL,
      told: NO_TRIAL,
      failures: 0,
      idleDays: IDLE_DAYS,
    };
    rules[name] = judge(count(fresh, { slip, calls, at: now }, report, false), now, memory);
  }
  rules = limit(rules, memory, now);
  return { ...memory, rules };
}

/** The memory after the user took a rule away for good; the same memory when it does not know the rule. */
export function removeRule(memory: ModelMemory, name: string, now: number): ModelMemory {
  const rule = Object.hasOwn(memory.rules, name) ? memory.rules[name] : undefined;
  if (rule === undefined || rule.state.kind === "removed") return memory;
  return { ...memory, rules: { ...memory.rules, [name]: { ...rule, state: { kind: "removed", at: now } } } };
}

type Firing = { readonly slip: Slip; readonly calls: number; readonly at: number } | undefined;

function count(rule: RuleMemory, firing: Firing, report: SessionReport, shown: boolean): RuleMemory {
  if (rule.state.kind === "removed") return rule;
  const add = (trial: Trial): Trial => ({
    fired: trial.fired + (firing?.calls ?? 0),
    calls: trial.calls + report.tallies.calls,
    sessions: trial.sessions + report.tallies.sessions,
  });
  const counted =
    firing === undefined
      ? rule
      : { ...rule, slip: firing.slip, lastFired: firing.at, fired: rule.fired + firing.calls };
  if (shown) return { ...counted, told: add(rule.told) };
  // A rule that stands but was not shown yet, in the session that made it, says nothing about either.
  return rule.state.kind === "standing" ? counted : { ...counted, untold: add(rule.untold) };
}

function judge(rule: RuleMemory, now: number, { rules }: ModelMemory): RuleMemory {
  const { state } = rule;
  switch (state.kind) {
    case "removed":
      return rule;
    case "standing":
      if (!helps(rule)) return { ...retire(rule, now, "unhelpful"), failures: rule.failures + 1 };
      return isIdle(rule, now) ? retire(rule, now, "unused") : rule;
    case "retired":
      return reconsider(rule, state, now);
    case "counting":
      return rule.untold.fired >= ENOUGH * 2 ** rule.failures && hasRoom(rules, now) ? stand(rule, now) : rule;
    default:
      return state satisfies never;
  }
}

function reconsider(
  rule: RuleMemory,
  state: Extract<RuleMemory["state"], { kind: "retired" }>,
  now: number,
): RuleMemory {
  const isBack = rule.lastFired >= state.at && rule.untold.fired > 0;
  if (state.why === "unused") {
    if (!isBack) return rule;
    // Soon after the rule went the slip is back: it had helped. It stands again at once, and stays longer.
    if (now - state.at <= IDLE_DAYS * DAY_MS) {
      return { ...stand(rule, now), idleDays: Math.min(rule.idleDays * 2, MAX_IDLE_DAYS) };
    }
    return { ...rule, state: { kind: "counting" } };
  }
  const rested = now - state.at > REST_DAYS * DAY_MS * 2 ** (rule.failures - 1);
  return rested ? { ...rule, state: { kind: "counting" }, untold: NO_TRIAL } : rule;
}

function stand(rule: RuleMemory, now: number): RuleMemory {
  return { ...rule, state: { kind: "standing", since: now }, told: NO_TRIAL };
}

function retire(rule: RuleMemory, at: number, why: "unused" | "unhelpful"): RuleMemory {
  return { ...rule, state: { kind: "retired", at, why }, untold: NO_TRIAL };
}

/** A rule counts as a help until two sessions and three slips say otherwise. */
function helps({ told, untold }: RuleMemory): boolean {
  if (told.sessions < 2 || told.fired < ENOUGH) return true;
  return rate(told) < HELPS_BELOW * rate(untold);
}

function rate({ fired, calls }: Trial): number {
  return calls === 0 ? 0 : fired / calls;
}

function isIdle({ state, lastFired, idleDays }: RuleMemory, now: number): boolean {
  return state.kind === "standing" && now - Math.max(lastFired, state.since) > idleDays * DAY_MS;
}

function hasRoom(rules: ModelMemory["rules"], now: number): boolean {
  const standing = Object.values(rules).filter(({ state }) => state.kind === "standing");
  return standing.length < MAX_STANDING || standing.some((rule) => isSettled(rule, now));
}

function isSettled({ lastFired }: RuleMemory, now: number): boolean {
  return now - lastFired > SETTLED_DAYS * DAY_MS;
}

/** Takes places away where more rules stand than may: the one whose slip is longest ago, then the newest comers. */
function limit(rules: Record<string, RuleMemory>, before: ModelMemory, now: number): Record<string, RuleMemory> {
  const standing = Object.entries(rules).filter(([, { state }]) => state.kind === "standing");
  const wasStanding = (name: string) => before.rules[name]?.state.kind === "standing";
  const order = standing.toSorted(([nameA, a], [nameB, b]) => {
    const goes = (name: string, rule: RuleMemory) => (isSettled(rule, now) ? 0 : wasStanding(name) ? 2 : 1);
    return goes(nameA, a) - goes(nameB, b) || a.lastFired - b.lastFired;
  });
  const surplus = order.slice(0, Math.max(0, standing.length - MAX_STANDING));
  if (surplus.length === 0) return rules;
  const counting = surplus.map(([name, rule]) => {
    // A rule that gives way counts anew; one that found no place keeps its count and waits.
    const untold = wasStanding(name) ? NO_TRIAL : rule.untold;
    return [name, { ...rule, state: { kind: "counting" } as const, untold }] as const;
  });
  return { ...rules, ...Object.fromEntries(counting) };
}
