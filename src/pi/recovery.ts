import { existsSync } from "node:fs";
import type { Refused } from "../core/decide.ts";
import type { Outcome } from "../core/outcome.ts";
import type { App, Feature, ModelKey } from "./app.ts";
import { load } from "./load.ts";
import { watchCosts } from "./recovery-costs.ts";
import type { RecoveryRoom } from "./recovery-room.ts";
import { learnedFile } from "./recovery-state.ts";
import { targetOf } from "./recovery-target.ts";

/** Asks a recovery model about what the rules refuse. All that it needs is loaded with the first call it is for. */
export const recovery: Feature = (app) => {
  let opening: Promise<RecoveryRoom> | undefined;
  let room: RecoveryRoom | undefined;

  const open = () => {
    opening ??= load(() => import("./recovery-room.ts")).then(({ openRecoveryRoom }) => {
      room = openRecoveryRoom(app);
      return room;
    });
    return opening;
  };
  /** Whether there is anything to ask, or anything that was learned. */
  const mayHelp = () => targetOf(app.settings(), process.env).kind !== "none" || existsSync(learnedFile(app));

  app.plugs.recover = async (refused, tools, signal, from) => {
    if (room === undefined && !mayHelp()) return withoutModel(app, refused);
    return (await open()).recover(refused, tools, signal, keyOf(from));
  };
  app.plugs.learned = (tool, model) => room?.learned.rulesFor(keyOf(model), tool) ?? [];

  // What was learned is read while the model still writes its first call.
  const stop = app.on("message_update", async ({ assistantMessageEvent: { type } }) => {
    if (type !== "toolcall_start" || !app.judging()) return;
    stop?.();
    if (existsSync(learnedFile(app))) await (await open()).learned.load();
  });

  app.addRules({
    list: async () => (mayHelp() || room !== undefined ? (await open()).listLearned() : []),
    remove: async ({ model, rule }) => rule.startsWith("learned:") && (await open()).learned.remove(model, rule),
  });
  app.addStatus(() => room?.describe() ?? []);
  watchCosts(app);
  watchLearned(app, () => room);
};

function keyOf({ provider, model }: ModelKey): string {
  return `${provider}/${model}`;
}

function withoutModel(app: App, refused: Refused): Outcome {
  const target = targetOf(app.settings(), process.env);
  return { ...refused, recovery: { kind: "not-asked", why: target.kind === "none" ? target.why : "" } };
}

/** Notes whether the calls that learned repairs corrected then worked. */
function watchLearned(app: App, room: () => RecoveryRoom | undefined): void {
  const running = app.perSession(() => new Map<string, { readonly model: string; readonly ids: readonly string[] }>());
  app.decisions.subscribe((decisions) => {
    for (const { provider, model, outcome } of decisions) {
      if (outcome.kind !== "repaired" || outcome.call.id === undefined) continue;
      const ids = [...new Set(outcome.edits.map(({ rule }) => rule).filter((rule) => rule.startsWith("learned:")))];
      if (ids.length > 0) running().set(outcome.call.id, { model: keyOf({ provider, model }), ids });
    }
  });
  app.on("tool_execution_end", ({ toolCallId, isError }) => {
    const tried = running().get(toolCallId);
    running().delete(toolCallId);
    for (const id of tried?.ids ?? []) room()?.learned.note(tried?.model ?? "", id, isError ? "failed" : "worked");
  });
}
