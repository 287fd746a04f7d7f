import type { LearnedRepairs } from "../memory/learned.ts";
import type { App } from "./app.ts";

/** Notes whether the calls that learned repairs corrected then worked. */
export function watchLearned(app: App, learned: LearnedRepairs): void {
  const running = app.perSession(() => new Map<string, { readonly model: string; readonly ids: readonly string[] }>());
  app.decisions.subscribe((decisions) => {
    for (const { provider, model, outcome } of decisions) {
      if (outcome.kind !== "repaired" || outcome.call.id === undefined) continue;
      const ids = [...new Set(outcome.edits.map(({ rule }) => rule).filter((rule) => rule.startsWith("learned:")))];
      if (ids.length > 0) running().set(outcome.call.id, { model: `${provider}/${model}`, ids });
    }
  });
  app.on("tool_execution_end", ({ toolCallId, isError }) => {
    const tried = running().get(toolCallId);
    running().delete(toolCallId);
    for (const id of tried?.ids ?? []) learned.note(tried?.model ?? "", id, isError ? "failed" : "worked");
  });
}
