import type { Tool, ToolCall } from "./core/call.ts";
import { createEngine, type EngineOptions } from "./core/engine.ts";
import { libraryHost } from "./core/library-host.ts";
import type { Outcome } from "./core/outcome.ts";
import { rules } from "./rules/index.ts";

export type { Tool, ToolCall } from "./core/call.ts";
export type { Edit, Failure, Finding, Outcome } from "./core/outcome.ts";

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
