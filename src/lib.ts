import type { Tool, ToolCall } from "./core/call.ts";
import { createEngine, type EngineOptions } from "./core/engine.ts";
import { isNonEmpty } from "./core/json.ts";
import { libraryHost } from "./core/library-host.ts";
import type { Outcome } from "./core/outcome.ts";
import { findCalls, type TextMessage } from "./grammar/find-calls.ts";
import { families } from "./grammar/index.ts";
import { rules } from "./rules/index.ts";

export type { Tool, ToolCall } from "./core/call.ts";
export type { Edit, Failure, Finding, Outcome } from "./core/outcome.ts";
export type { TextMessage } from "./grammar/find-calls.ts";

/** What `repairToolCall` may be told about a user's choices. */
export interface RepairOptions {
  /** Per rule name `"off"`, or `"on"` for a rule that guesses. */
  readonly rules?: EngineOptions["switches"];
  /** Further names of properties: tool → property → names. */
  readonly aliases?: EngineOptions["aliases"];
}

/**
 * Decides one call as the extension does, without a running agent and without a recovery model. Synchronous, never
 * throws, never changes what it is given; a call that runs as meant comes back as the same object.
 */
export function repairToolCall(
  { call, tools }: { readonly call: ToolCall; readonly tools: readonly Tool[] },
  options: RepairOptions = {},
): Outcome {
  return engineFor(options).decide(call, new Map(tools.map((tool) => [tool.name, tool])));
}

/** The families of call markup that `findCallsInText` knows; those that must be named are not read by default. */
export const textFamilies: readonly { readonly name: string; readonly byDefault: boolean }[] = families
  .filter(({ use }) => use !== "protocol")
  .map(({ name, use }) => ({ name, byDefault: use === "default" }));

/** What the text of a message holds. */
export interface TextVerdict {
  /**
   * `recover`: `calls` are meant and run. `report`: markup of a call that must not run; somebody should hear of it.
   * `leave`: no call was meant.
   */
  readonly verdict: "recover" | "report" | "leave";
  /** The calls as they run, repaired where rules could; empty but for `recover`. */
  readonly calls: readonly ToolCall[];
  /** The text that stays visible. */
  readonly remainder: string;
  /** Why, in half a sentence. */
  readonly reason: string;
}

/**
 * Finds the calls that a model wrote into its text instead of making them, in the markup of its family. Synchronous,
 * pure, without a recovery model. All calls of a message run, or none.
 */
export function findCallsInText(message: TextMessage, options: RepairOptions = {}): TextVerdict {
  const found = findCalls(message);
  if (found.kind !== "calls") {
    const verdict = found.kind === "unusable" ? "report" : "leave";
    return { verdict, calls: [], remainder: found.remainder, reason: found.reason };
  }
  const outcomes = found.calls.map((call) => repairToolCall({ call, tools: message.tools }, options));
  const refused = outcomes.filter((outcome) => outcome.kind === "refused");
  if (isNonEmpty(refused)) {
    const [{ failure, feedback }] = refused;
    // Without marks of its own, a call of a tool nobody has is any text.
    const isCall = found.marked || failure.code !== "unknown-tool";
    return { verdict: isCall ? "report" : "leave", calls: [], remainder: message.text, reason: feedback };
  }
  const calls = outcomes.map((outcome) => outcome.call);
  return {
    verdict: "recover",
    calls,
    remainder: found.remainder,
    reason: `a call in the ${found.families.join(" and ")} markup`,
  };
}

const defaults: RepairOptions = {};
const engines = new WeakMap<RepairOptions, ReturnType<typeof createEngine>>();

function engineFor(options: RepairOptions) {
  const key = options.rules === undefined && options.aliases === undefined ? defaults : options;
  let engine = engines.get(key);
  if (engine === undefined) {
    const { rules: switches = {}, aliases = {} } = options;
    engine = createEngine({ host: libraryHost, rules, switches, aliases, learned: () => [] });
    engines.set(key, engine);
  }
  return engine;
}
