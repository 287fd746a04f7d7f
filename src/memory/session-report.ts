import type { Decision } from "../core/outcome.ts";
import type { Tallies } from "./adaptation.ts";
import { NO_TALLIES } from "./adaptation.ts";
import { ignoredKey, type Slip, slipOf } from "./slip.ts";

/** What happened with one model since the last report of the session. */
export interface SessionReport {
  /** `sessions` is 1 in the first report of a session, then 0. */
  readonly tallies: Tallies;
  /** By rule: the calls it answered, the slip as it was made last, and when. */
  readonly slips: ReadonlyMap<string, { readonly slip: Slip; readonly calls: number; readonly at: number }>;
  /** The rules that stood in the prompt. */
  readonly shown: readonly string[];
}

/** @param untouched How many calls were simply left alone. */
export function reportOn(
  decisions: readonly Decision[],
  untouched: number,
  shown: readonly string[],
  isFirst: boolean,
): SessionReport {
  const tallies: { -readonly [key in keyof Tallies]: number } = {
    ...NO_TALLIES,
    sessions: isFirst ? 1 : 0,
    calls: untouched + decisions.length,
  };
  const slips = new Map<string, { slip: Slip; calls: number; at: number }>();
  for (const decision of decisions) {
    if (decision.outcome.kind !== "untouched") tallies[decision.outcome.kind]++;
    const perRule = new Map(slipsIn(decision).map((slip) => [slip.rule, slip]));
    for (const [rule, slip] of perRule) {
      slips.set(rule, { slip, calls: (slips.get(rule)?.calls ?? 0) + 1, at: decision.at });
    }
  }
  return { tallies, slips, shown };
}

/** The slips a decision answered or reported. A correction a recovery model made is a slip like any other. */
export function slipsIn({ outcome }: Decision): readonly Slip[] {
  switch (outcome.kind) {
    case "untouched":
    case "refused":
      return [];
    case "reported":
      return outcome.findings.map((finding) => ignoredKey(finding, outcome.call.name));
    case "repaired":
    case "recovered":
      return [
        ...outcome.edits.map((edit) => slipOf(edit, outcome.call.name)),
        ...outcome.findings.map((finding) => ignoredKey(finding, outcome.call.name)),
      ];
    default:
      return outcome satisfies never;
  }
}
