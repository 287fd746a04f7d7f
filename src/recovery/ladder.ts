import type { Answer, Mode, Question, RecoveryModel } from "./port.ts";

/** Which way of constraining answers each endpoint and model takes. */
export interface Ladder {
  /** Asks in the best mode the model is known to take; a mode it refuses is left for the next, and not tried again. */
  ask(model: RecoveryModel, question: Omit<Question, "mode">): Promise<Exclude<Answer, { kind: "mode-refused" }>>;
}

export function createLadder(): Ladder {
  const best = new Map<string, Mode>();
  return {
    async ask(model, question) {
      const known = model.modes.indexOf(best.get(model.key) ?? "schema");
      let reason = "it takes no question at all";
      for (const mode of model.modes.slice(Math.max(0, known))) {
        if (question.signal.aborted) return { kind: "failed", reason: "it did not answer in time" };
        const answer = await model.ask({ ...question, mode });
        // Only an answer shows that it was the mode that was refused, and not the request.
        if (answer.kind === "text") best.set(model.key, mode);
        if (answer.kind !== "mode-refused") return answer;
        reason = `it answered ${answer.reason}`;
      }
      return { kind: "failed", reason };
    },
  };
}
