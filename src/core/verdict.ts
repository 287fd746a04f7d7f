import type { Tool } from "./call.ts";
import type { JsonObject, NonEmpty } from "./json.ts";
import type { Failure, Finding } from "./outcome.ts";

/** What the host would do with a call at this moment. */
export type Verdict =
  /** Runs these very arguments. `ignored`: undeclared keys the host drops silently, without a certain target. */
  | { readonly kind: "exact"; readonly ignored: readonly Finding[] }
  /** Runs `runs`: another form of the same meaning. */
  | { readonly kind: "coerced"; readonly runs: JsonObject; readonly ignored: readonly Finding[] }
  /** Would run with another meaning. */
  | { readonly kind: "distorted"; readonly runs: JsonObject; readonly findings: NonEmpty<Finding> }
  | { readonly kind: "rejected"; readonly failure: Failure };

/**
 * The host's own judgement, as a port: inside the agent its `validateToolArguments` after the tool's own shim, in the
 * library face a compiled schema with the host's options.
 */
export interface Host {
  /**
   * The arguments the host would hand to the tool, or `undefined` when it rejects them. Never mutates, never throws.
   */
  accept(tool: Tool, args: JsonObject): JsonObject | undefined;
}
