import type { Answer, Mode, Question, RecoveryModel } from "./port.ts";

/** Which way of constraining answers an endpoint and model took last, by the model's key. */
export interface ModeMemory {
  recall(key: string): Mode | undefined;
  learn(key: string, mode: Mode): void;
}

/** Finds for every endpoint and model the best mode it takes. */
export interface Ladder {
  /** Asks in the best mode the model is known to take; a mode it refuses is left for the next, and not tried again. */
  ask(model: RecoveryModel, question: Omit<Question, "mode">): Promise<Exclude<Answer, { kind: "mode-refused" }>>;
}

export function createLadder(memory: ModeMemory): Ladder {
  return {
    async ask(model, question) {
      const known = memory.recall(model.key);
      const first = known === undefined ? 0 : Math.max(0, model.modes.indexOf(known));
      let reason = "it takes no question at all";
      for (const mode of model.modes.slice(first)) {
        if (question.signal.aborted) return { kind: "failed", reason: "it did not answer in time" };
        const answer = await model.ask({ ...question, mode });
        // Only an answer shows that it was the mode that was refused, and not the request.
        if (answer.kind === "text" && mode !== known) memory.learn(model.key, mode);
        if (answer.kind !== "mode-refused") return answer;
        reason = `it answered ${answer.reason}`;
      }
      return { kind: "failed", reason };
    },
  };
}

/** A memory for as long as the process lives. */
export function createModeMemory(): ModeMemory {
  const modes = new Map<string, Mode>();
  return { recall: (key) => modes.get(key), learn: (key, mode) => void modes.set(key, mode) };
}
