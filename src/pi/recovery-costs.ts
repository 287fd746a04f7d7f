import type { Usage } from "@earendil-works/pi-ai";
import type { Outcome, RecoveryCost } from "../core/outcome.ts";
import type { App } from "./app.ts";

/** Puts what a recovery cost on the result of its call, where pi adds it to the totals of the session. */
export function watchCosts(app: App): void {
  const open = app.perSession(() => new Map<string, RecoveryCost>());
  app.decisions.subscribe((decisions) => {
    for (const { sent, outcome } of decisions) {
      const cost = costOf(outcome);
      const id = outcome.call.id ?? sent.id;
      if (cost !== undefined && id !== undefined) open().set(id, cost);
    }
  });
  app.on("message_end", ({ message }) => {
    if (message.role !== "toolResult") return undefined;
    const cost = open().get(message.toolCallId);
    if (cost === undefined) return undefined;
    open().delete(message.toolCallId);
    return { message: { ...message, usage: add(message.usage, cost) } };
  });
}

/** What asking about a call cost; `undefined` when nothing was asked or nothing came back. */
function costOf(outcome: Outcome): RecoveryCost | undefined {
  const cost = spentOn(outcome);
  return cost !== undefined && cost.inputTokens + cost.outputTokens > 0 ? cost : undefined;
}

/** What asking about a call took, the time of an endpoint that said nothing included. */
export function spentOn(outcome: Outcome): RecoveryCost | undefined {
  if (outcome.kind === "recovered") return outcome.cost;
  return outcome.kind === "refused" && outcome.recovery.kind === "declined" ? outcome.recovery.cost : undefined;
}

function add(usage: Usage | undefined, { inputTokens, outputTokens, cost }: RecoveryCost): Usage {
  const base = usage ?? {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
  return {
    ...base,
    input: base.input + inputTokens,
    output: base.output + outputTokens,
    totalTokens: base.totalTokens + inputTokens + outputTokens,
    cost: { ...base.cost, total: base.cost.total + cost },
  };
}
