import type { Feature } from "./app.ts";
import { isUnknownTool } from "./calls.ts";

/** Gives the model our words for an unknown tool; pi says only that it was not found, before it reads anything else. */
export const explainUnknownTools: Feature = (app) => {
  const feedback = app.perSession(() => new Map<string, string>());

  app.decisions.subscribe((decisions) => {
    if (!app.active()) return;
    for (const { sent, outcome } of decisions) {
      if (sent.id !== undefined && outcome.kind === "refused" && isUnknownTool(outcome)) {
        feedback().set(sent.id, outcome.feedback);
      }
    }
  });
  app.on("message_end", ({ message }, ctx) => {
    if (message.role !== "toolResult") return undefined;
    const text = feedback().get(message.toolCallId);
    if (text === undefined) return undefined;
    feedback().delete(message.toolCallId);
    // An aborted call was not looked up at all.
    if (!message.isError || ctx.signal?.aborted) return undefined;
    return { message: { ...message, content: [{ type: "text", text }] } };
  });
};
