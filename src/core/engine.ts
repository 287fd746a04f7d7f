import type { Tool, ToolCall } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import type { ArgumentRule, Rule } from "./rule.ts";
import type { Host } from "./verdict.ts";

/** Decides one call: the verdict, and where the host would not run it as meant, what the rules make of it. */
export interface Engine {
  /**
   * Never throws, never mutates. A call the host runs as meant comes back as the same object.
   * @param tools The active tools by name.
   */
  decide(call: ToolCall, tools: ReadonlyMap<string, Tool>): Outcome;
}

export interface EngineOptions {
  readonly host: Host;
  readonly rules: readonly Rule[];
  /** Per rule name `"off"`, or `"on"` for a guess. */
  readonly switches: Readonly<Record<string, "on" | "off">>;
  /** The user's own aliases: tool → property → names. */
  readonly aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Learned repairs for a tool, tried after the rules of their level. */
  readonly learned: (tool: Tool) => readonly ArgumentRule[];
}

export declare function createEngine(options: EngineOptions): Engine;
