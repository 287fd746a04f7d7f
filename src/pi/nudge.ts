import type { App } from "./app.ts";
import type { Heard } from "./heard.ts";

/** Asks the model for one more answer, after what its last one lacked. */
export interface Nudges {
  /**
   * Has the model read `text` after this turn and answer again, unless that happened often enough in this user turn.
   * @param limit How many nudges of this kind a user turn may see.
   */
  ask(kind: "reissue" | "empty-stop" | "unnamed" | "quote", text: string, limit: number): boolean;
}

const CUSTOM_TYPE = "tool-recovery-nudge";

export function createNudges(app: App, heard: Pick<Heard, "turn">): Nudges {
  const state = app.perSession(() => ({ turn: -1, counts: new Map<string, number>(), waiting: [] as string[] }));

  app.on("turn_end", (event) => {
    const waiting = state().waiting.splice(0);
    if (waiting.length === 0 || event.outcome !== "completed" || !app.active()) return undefined;
    const content = waiting.join("\n\n");
    const note = { type: "custom_message" as const, customType: CUSTOM_TYPE, content, display: false };
    return { entries: [...event.entries, note], continue: true };
  });

  return {
    ask(kind, text, limit) {
      const now = state();
      if (now.turn !== heard.turn()) {
        now.turn = heard.turn();
        now.counts.clear();
      }
      const count = now.counts.get(kind) ?? 0;
      if (count >= limit) return false;
      now.counts.set(kind, count + 1);
      now.waiting.push(text);
      return true;
    },
  };
}
