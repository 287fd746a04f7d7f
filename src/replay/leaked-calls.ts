import type { Tool } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { findCalls } from "../grammar/find-calls.ts";
import type { RecordedText } from "./recorded-call.ts";

/** Calls that stand in the text of a message instead of being made. */
export type Leak =
  | { readonly kind: "none" }
  /** All of them would run today. */
  | { readonly kind: "recovered"; readonly calls: number }
  /** Markup of a call that must not run, or that cannot. */
  | { readonly kind: "unusable" };

const NONE: Leak = { kind: "none" };

/** What today's grammars and rules make of a text. Families that have to be named are not read. */
export function judgeText(recorded: RecordedText, fallback: ReadonlyMap<string, Tool>, engine: Engine): Leak {
  const tools = recorded.tools ?? fallback;
  const { text, stopReason, quoted } = recorded;
  const found = findCalls({ text, stopReason, quoted, tools: [...tools.values()] });
  if (found.kind === "unusable") return { kind: "unusable" };
  if (found.kind !== "calls") return NONE;
  const outcomes = found.calls.map((call) => engine.decide(call, tools));
  const refused = outcomes.find((outcome) => outcome.kind === "refused");
  if (refused === undefined) return { kind: "recovered", calls: found.calls.length };
  // Without marks of its own, a call of a tool nobody has is any text.
  return found.marked || refused.failure.code !== "unknown-tool" ? { kind: "unusable" } : NONE;
}
