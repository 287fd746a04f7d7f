import { isDeepStrictEqual } from "node:util";
import type { Tool, ToolCall } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";
import * as lib from "../lib.ts";
import { builtinTools } from "../replay/builtin-tools.ts";

/** One line of a case file. */
export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly tools?: readonly Tool[];
  /** Names of the agent's own tools that are active besides `tools`. */
  readonly builtinTools?: readonly string[];
  readonly emitted: ToolCall | TextEmission;
  readonly expected: Expected;
  /** Who could settle it; absent in text cases. */
  readonly decidedBy?: "rules" | "model" | "none";
}

/** A message whose call, if it holds one, stands in its text. */
export interface TextEmission {
  readonly text: string;
  readonly families?: readonly string[];
  readonly stopReason?: string;
  readonly blockType?: string;
  readonly role?: string;
  readonly nativeCalls?: readonly ToolCall[];
  readonly lastToolResultContains?: string;
  readonly activeTools?: readonly string[];
}

type ExpectedCall = { readonly name: string; readonly arguments: JsonObject };

export type Expected =
  | ({ readonly outcome: "repaired" } & ExpectedCall)
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "refused" }
  | { readonly outcome: "recover"; readonly calls: readonly ExpectedCall[]; readonly remainder?: string }
  | { readonly outcome: "report" | "leave" | "no-call" };

/**
 * `right`: as expected. `wrong`: a call runs with another meaning than expected, or one that was fine was changed or
 * refused. `missed`: could have been repaired and was refused. `let-through`: runs as sent although it should not.
 */
export type Mark = "right" | "wrong" | "missed" | "let-through";

export interface Judgement {
  readonly mark: Mark;
  /** What came out, in a line: the outcome and, where a call runs, the call. */
  readonly got: string;
}

/** Decides a case with today's rules, without a recovery model, and marks the result. */
export function judgeCase(row: Case): Judgement {
  return "text" in row.emitted ? judgeText(row, row.emitted) : judgeCall(row, row.emitted);
}

function judgeCall(row: Case, call: ToolCall): Judgement {
  const outcome = lib.repairToolCall({ call, tools: toolsOf(row) });
  return { mark: markCall(row, outcome), got: describe(outcome) };
}

function markCall({ expected, decidedBy }: Case, outcome: Outcome): Mark {
  const runsAsSent = outcome.kind === "untouched" || outcome.kind === "reported";
  const changed = outcome.kind === "repaired" || outcome.kind === "recovered";
  switch (expected.outcome) {
    case "unchanged":
      return runsAsSent ? "right" : "wrong";
    case "refused":
      if (changed) return "wrong";
      return runsAsSent ? "let-through" : "right";
    case "repaired":
      if (changed) return isSameCall(outcome.call, expected) ? "right" : "wrong";
      if (decidedBy === "model") return "right";
      return runsAsSent ? "let-through" : "missed";
    default:
      return "wrong";
  }
}

function judgeText(row: Case, emission: TextEmission): Judgement {
  const { lastToolResultContains, activeTools, nativeCalls, ...message } = emission;
  const tools = toolsOf(row).filter((tool) => activeTools?.includes(tool.name) ?? true);
  const found = lib.findCallsInText({
    ...message,
    families: message.families ?? familiesOf(row.expected),
    tools,
    nativeCalls: nativeCalls ?? [],
    quoted: lastToolResultContains === undefined ? [] : [lastToolResultContains],
  });
  const outcomes = found.verdict === "recover" ? found.calls.map((call) => lib.repairToolCall({ call, tools })) : [];
  const runs = outcomes.filter((outcome) => outcome.kind !== "refused").map((outcome) => outcome.call);
  const got = `${found.verdict}: ${outcomes.map(describe).join(" ")} remainder ${JSON.stringify(found.remainder)}`;
  return { mark: markText(row.expected, found.verdict, runs, found.remainder), got };
}

/** A row that expects a repair says nothing of families: there a call may also be the whole message, as JSON. */
function familiesOf({ outcome }: Expected): readonly string[] | undefined {
  if (outcome !== "repaired" && outcome !== "refused" && outcome !== "unchanged") return undefined;
  return lib.textFamilies.filter(({ name, byDefault }) => byDefault || name === "json").map(({ name }) => name);
}

function markText(expected: Expected, verdict: string, runs: readonly ToolCall[], remainder: string): Mark {
  switch (expected.outcome) {
    case "repaired":
    case "recover": {
      const calls = expected.outcome === "repaired" ? [expected] : expected.calls;
      if (runs.length === 0) return "missed";
      const wanted = expected.outcome === "recover" ? (expected.remainder ?? remainder) : remainder;
      const same = runs.length === calls.length && calls.every((call, at) => isSameCall(runs[at], call));
      return same && wanted === remainder ? "right" : "wrong";
    }
    case "report":
    case "leave":
      if (runs.length > 0) return "wrong";
      // Text with a call that nobody may run is reported also where its arguments turn out to be refused.
      return verdict === expected.outcome || (expected.outcome === "report" && verdict === "recover")
        ? "right"
        : "missed";
    case "unchanged":
    case "refused":
    case "no-call":
      return runs.length > 0 ? "wrong" : "right";
    default:
      return expected satisfies never;
  }
}

function isSameCall(call: ToolCall | undefined, expected: ExpectedCall): boolean {
  return call?.name === expected.name && isDeepStrictEqual(call.arguments, expected.arguments);
}

function toolsOf(row: Case): readonly Tool[] {
  return [...(row.tools ?? []), ...builtinTools.filter((tool) => row.builtinTools?.includes(tool.name))];
}

function describe(outcome: Outcome): string {
  if (outcome.kind === "refused") return `refused (${outcome.failure.code}) ${outcome.feedback}`;
  const rules = "edits" in outcome ? ` by ${outcome.edits.map((edit) => edit.rule).join(", ")}` : "";
  return `${outcome.kind}${rules} ${outcome.call.name} ${JSON.stringify(outcome.call.arguments)}`;
}
