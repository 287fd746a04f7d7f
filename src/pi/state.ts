import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AdaptationStore } from "../memory/adaptation-store.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";

/** Where the extension keeps its state. */
export function stateFolder({ agentDir }: { readonly agentDir: string }): string {
  return join(agentDir, "state", "tool-recovery");
}

/** Whether anything was learned about models: one look at the disk, which for most users is all there is. */
export function hasLearned(app: { readonly agentDir: string }): boolean {
  return existsSync(join(stateFolder(app), "adaptation.json"));
}

const stores = new WeakMap<App, Promise<AdaptationStore>>();

/** What was learned about models: one store for each loaded extension, opened on first use. */
export function openState(app: App): Promise<AdaptationStore> {
  const known = stores.get(app);
  if (known !== undefined) return known;
  const opening = load(() => import("../memory/adaptation-store.ts")).then(({ openAdaptation }) =>
    openAdaptation(stateFolder(app), app.reportOnce),
  );
  stores.set(app, opening);
  return opening;
}
