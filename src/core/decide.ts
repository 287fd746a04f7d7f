import type { Tool, ToolCall } from "./call.ts";
import type { Engine } from "./engine.ts";
import type { Outcome } from "./outcome.ts";

export type Refused = Extract<Outcome, { readonly kind: "refused" }>;

/**
 * Turns a refused call into `recovered`, or gives it back `refused` with what was asked and why the answer was declined.
 * Never rejects. Every call of a message is handed over at the same moment.
 */
export type Recover = (
  refused: Refused,
  tools: ReadonlyMap<string, Tool>,
  signal: AbortSignal | undefined,
) => Promise<Outcome>;

export interface Decider {
  readonly engine: Engine;
  /** The active tools by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Asked about what the rules refuse; without it the refusal stands. */
  readonly recover: Recover | undefined;
}

/**
 * Decides the calls of one message, each on its own. Rules first, for all of them; then recovery for what is refused.
 * An abort ends the waiting at once, and what is undecided by then stays refused.
 */
export async function decideMessage(
  calls: readonly ToolCall[],
  { engine, tools, recover }: Decider,
  signal: AbortSignal | undefined,
): Promise<readonly Outcome[]> {
  const outcomes = calls.map((call) => engine.decide(call, tools));
  if (recover === undefined || signal?.aborted) return outcomes;
  return Promise.all(
    outcomes.map((outcome) =>
      outcome.kind === "refused" ? orOnAbort(recover(outcome, tools, signal), outcome, signal) : outcome,
    ),
  );
}

/** What `pending` brings, or `fallback` as soon as the signal aborts. */
function orOnAbort<T>(pending: Promise<T>, fallback: T, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending;
  const { promise: aborted, resolve } = Promise.withResolvers<T>();
  const abort = () => resolve(fallback);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([pending, aborted]).finally(() => signal.removeEventListener("abort", abort));
}
