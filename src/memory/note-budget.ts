import { IGNORED_KEY, type Slip } from "./slip.ts";

/** Decides which slips of a session are worth a note. */
export interface NoteBudget {
  /** The slips of one call that are due now; empty when the model has been told often enough. */
  due(slips: readonly Slip[], model: string): readonly Slip[];
}

const EVERY = 5;
const MAX_NOTES = 10;
/** Each ignored key is told the first time, beyond `MAX_NOTES` too, but no more of them than this. */
const MAX_IGNORED = 30;

/** For one session: a slip is due at its first and then at every fifth time per model, tool and rule. */
export function createNoteBudget(): NoteBudget {
  const times = new Map<string, number>();
  let notes = 0;
  let ignored = 0;

  return {
    due(slips, model) {
      const perCall = new Map(slips.map((slip) => [keyOf(slip, model), slip]));
      const due: Slip[] = [];
      const firstIgnored: Slip[] = [];
      for (const [key, slip] of perCall) {
        const time = (times.get(key) ?? 0) + 1;
        times.set(key, time);
        if (time === 1 && slip.rule === IGNORED_KEY && ignored + firstIgnored.length < MAX_IGNORED)
          firstIgnored.push(slip);
        else if (time === 1 || time % EVERY === 0) due.push(slip);
      }
      ignored += firstIgnored.length;
      // What is ignored stands first, since a note may not have room for everything.
      const told = notes < MAX_NOTES ? [...firstIgnored, ...due] : firstIgnored;
      if (told.length > 0) notes++;
      return told;
    },
  };
}

/** What is ignored changes what was asked, so each ignored key has a first time of its own. */
function keyOf({ rule, tool, field }: Slip, model: string): string {
  return JSON.stringify([model, tool, rule, rule === IGNORED_KEY ? field : ""]);
}
