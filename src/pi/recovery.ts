import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Feature, ModelKey } from "./app.ts";
import { load } from "./load.ts";
import type { RecoveryRoom } from "./recovery-room.ts";
import { stateFolder } from "./state.ts";

/** Asks a recovery model about what the rules refuse. All that it needs is loaded with the first call it is for. */
export const recovery: Feature = (app) => {
  const learnedFile = join(stateFolder(app), "learned.json");
  let opening: Promise<RecoveryRoom> | undefined;
  let room: RecoveryRoom | undefined;

  const open = () => {
    opening ??= load(() => import("./recovery-room.ts")).then(({ openRecoveryRoom }) => {
      room = openRecoveryRoom(app, learnedFile);
      return room;
    });
    return opening;
  };

  app.plugs.recover = async (refused, tools, signal, from) => {
    if (room === undefined && !existsSync(learnedFile)) {
      // Without a model to ask, which is common, the rest is not even loaded.
      const { targetOf } = await load(() => import("./recovery-target.ts"));
      const target = targetOf(app.settings(), process.env);
      if (target.kind === "none") return { ...refused, recovery: { kind: "not-asked", why: target.why } };
    }
    return (await open()).recover(refused, tools, signal, keyOf(from));
  };
  app.plugs.learned = (tool, model) => room?.learned.rulesFor(keyOf(model), tool) ?? [];

  app.addRules({
    list: async () => (existsSync(learnedFile) ? (await open()).listLearned() : []),
    remove: async ({ model, rule }) => rule.startsWith("learned:") && (await open()).learned.remove(model, rule),
  });
  app.addStatus(() => room?.describe() ?? []);
  // The rules apply what was learned from the first call on.
  return existsSync(learnedFile) ? open().then(({ learned }) => learned.load()) : undefined;
};

function keyOf({ provider, model }: ModelKey): string {
  return `${provider}/${model}`;
}
