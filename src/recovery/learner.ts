import type { Tool } from "../core/call.ts";
import type { Refused } from "../core/decide.ts";
import { isNonEmpty, type JsonObject, type JsonType, typeOf } from "../core/json.ts";
import { judgeArguments } from "../core/judge.ts";
import { findBreach } from "../core/laws.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Host } from "../core/verdict.ts";
import { describeEdits } from "./describe-edits.ts";
import type { Recovery } from "./recover.ts";

/** What is learned from the corrections of one main model's calls. */
export interface Learner {
  load(): Promise<void>;
  apply(tool: Tool, args: JsonObject): { readonly id: string; readonly args: JsonObject } | undefined;
  learn(tool: Tool, emitted: JsonObject, corrected: JsonObject): void;
  /** A learned repair did not lead to a call that can run. */
  noteFailure(id: string): void;
}

/**
 * Pays for a structural slip once: what was learned is tried before a model is asked, calls with the slip of one that is
 * being asked about wait for what comes of it, and what comes of it is learned.
 */
export function createLearningRecovery({ recover, within }: Pick<Recovery, "recover" | "within">, host: Host) {
  const asking = new Map<string, Promise<unknown>>();

  // Who waits for another call's answer waits in the time of their message.
  return (
    refused: Refused,
    tools: ReadonlyMap<string, Tool>,
    user: AbortSignal | undefined,
    learner: Learner,
  ): Promise<Outcome> => within(user, (signal) => recoverAndLearn(refused, tools, signal, learner));

  async function recoverAndLearn(
    refused: Refused,
    tools: ReadonlyMap<string, Tool>,
    signal: AbortSignal,
    learner: Learner,
  ): Promise<Outcome> {
    const tool = tools.get(refused.call.name);
    if (tool === undefined || refused.call.argumentsError !== undefined) return recover(refused, tools, signal);
    await learner.load();
    const slip = slipOf(refused);
    const earlier = asking.get(slip);
    if (earlier === undefined) {
      return tryLearned(refused, tool, learner, host) ?? ask(slip, tool);
    }
    await earlier.catch(() => undefined);
    return tryLearned(refused, tool, learner, host) ?? ask(slip, tool);

    function ask(key: string, target: Tool): Promise<Outcome> {
      const asked = recover(refused, tools, signal).then((outcome) => {
        if (outcome.kind === "recovered" && outcome.call.name === target.name) {
          learner.learn(target, refused.call.arguments, outcome.call.arguments);
        }
        return outcome;
      });
      if (!asking.has(key)) {
        asking.set(key, asked);
        void asked.catch(() => undefined).finally(() => asking.delete(key));
      }
      return asked;
    }
  }
}

/** What was learned from an earlier slip of the same kind, where it leads to a call that may stand. */
function tryLearned(refused: Refused, tool: Tool, learner: Learner, host: Host): Outcome | undefined {
  const learned = learner.apply(tool, refused.call.arguments);
  if (learned === undefined) return undefined;
  const call = { ...refused.call, arguments: learned.args };
  const verdict = judgeArguments(tool, learned.args, host);
  const stands = verdict.kind === "exact" || verdict.kind === "coerced";
  if (!stands || findBreach(refused.call, call, tool) !== undefined) {
    learner.noteFailure(learned.id);
    return undefined;
  }
  const edits = describeEdits(refused.call, call, learned.id);
  return isNonEmpty(edits) ? { kind: "repaired", call, edits, findings: verdict.ignored } : undefined;
}

/** Tool, keys and types: what calls with the same slip have in common. */
function slipOf({ call }: Refused): string {
  const fields = Object.entries(call.arguments).map(([key, value]): [string, JsonType] => [key, typeOf(value)]);
  return JSON.stringify([call.name, fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
