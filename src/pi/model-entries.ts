import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ModelChoice } from "./settings.ts";

/** The word for no recovery model. */
export const NO_MODEL = "none";

/** A row to choose from. */
export interface ModelEntry {
  /** `provider/id`, or `none`. */
  readonly value: string;
  readonly name: string;
  readonly choice: ModelChoice | null;
}

/** The models the user can choose: none, those scoped to the session, then every other that can be reached. */
export function modelEntries({ scopedModels, modelRegistry }: ExtensionContext): readonly ModelEntry[] {
  const entries = new Map<string, ModelEntry>([[NO_MODEL, { value: NO_MODEL, name: "rules only", choice: null }]]);
  // Older versions of pi have no scoped models here.
  const scoped = (scopedModels ?? []).map(({ model }) => model);
  const available = modelRegistry.getAvailable().toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  for (const { provider, id, name } of [...scoped, ...available]) {
    const value = nameOf({ provider, id });
    if (!entries.has(value)) entries.set(value, { value, name: name ?? "", choice: { provider, id } });
  }
  return [...entries.values()];
}

export function nameOf({ provider, id }: ModelChoice): string {
  return `${provider}/${id}`;
}
