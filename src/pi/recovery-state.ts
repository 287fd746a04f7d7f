import { join } from "node:path";
import { stateFolder } from "./state.ts";

/** The file that keeps learned repairs. */
export function learnedFile(app: { readonly agentDir: string }): string {
  return join(stateFolder(app), "learned.json");
}
