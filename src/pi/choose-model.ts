import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { type AutocompleteItem, fuzzyFilter } from "@mariozechner/pi-tui";
import type { App } from "./app.ts";
import { load } from "./load.ts";
import { type ModelEntry, modelEntries, NO_MODEL, nameOf } from "./model-entries.ts";
import { say } from "./say.ts";
import type { ModelChoice } from "./settings.ts";
import { describeTarget } from "./status.ts";

const USAGE = `Usage: /toolrecovery-model [provider/id | ${NO_MODEL}]`;

/** Takes the model named by the argument; without one asks in the terminal or over RPC, and elsewhere says how it stands. */
export async function run(app: App, args: string, ctx: ExtensionCommandContext): Promise<void> {
  try {
    const wanted = args.trim();
    const choice = wanted === "" ? await ask(app, ctx) : named(wanted, ctx);
    if (choice !== undefined) await choose(app, choice, ctx);
  } catch (error) {
    app.reportDefect("/toolrecovery-model", error);
  }
}

/** @param prefix Everything typed after the command's name. */
export function complete(app: App, prefix: string): AutocompleteItem[] | null {
  const ctx = app.context();
  if (ctx === undefined) return null;
  const items = modelEntries(ctx).map(({ value, name }) => ({ value, label: value, description: name }));
  // A name that is complete is not offered: Enter would take the offer instead of running the command.
  if (items.some(({ value }) => value === prefix.trim())) return null;
  const fitting = fuzzyFilter(items, prefix.trim(), ({ value, description }) => `${value} ${description}`);
  return fitting.length > 0 ? fitting : null;
}

async function choose(app: App, choice: ModelChoice | null, ctx: ExtensionCommandContext): Promise<void> {
  await app.changeSettings({ model: choice });
  const target = describeTarget(app.settings(), process.env);
  if (choice === null) return say(ctx, `Recovery model: ${target}`);
  const chosen = nameOf(choice);
  const lines = [`Recovery model: ${chosen}`];
  if (target !== chosen) lines.push(`Not used for now: ${target} comes first.`);
  const model = ctx.modelRegistry.find(choice.provider, choice.id);
  if (model !== undefined && !ctx.modelRegistry.hasConfiguredAuth(model)) {
    lines.push(`No key or login is set up for ${choice.provider}: see /login.`);
  }
  say(ctx, lines.join("\n"), lines.length > 1 ? "warning" : "info");
}

/** The model an argument names; a bare id counts when only one provider has it. `undefined` after a complaint. */
function named(wanted: string, ctx: ExtensionCommandContext): ModelChoice | null | undefined {
  if (wanted === NO_MODEL) return null;
  const slash = wanted.indexOf("/");
  const found = slash > 0 ? ctx.modelRegistry.find(wanted.slice(0, slash), wanted.slice(slash + 1)) : undefined;
  if (found !== undefined) return { provider: found.provider, id: found.id };
  const entries = modelEntries(ctx);
  const [only, ...others] = entries.filter(({ choice }) => choice?.id === wanted);
  if (only !== undefined && others.length === 0) return only.choice;
  const near = (only === undefined ? fuzzyFilter([...entries], wanted, searchText) : [only, ...others]).slice(0, 5);
  const hint = near.length > 0 ? ` Did you mean ${near.map(({ value }) => value).join(", ")}?` : "";
  say(ctx, `${JSON.stringify(wanted.slice(0, 80))} is no model pi knows.${hint}\n${USAGE}`, "warning");
  return undefined;
}

/** @returns `undefined` when nothing was chosen. */
async function ask(app: App, ctx: ExtensionCommandContext): Promise<ModelChoice | null | undefined> {
  const entries = modelEntries(ctx);
  const { model } = app.settings();
  const current = model === null ? NO_MODEL : nameOf(model);
  if (ctx.mode === "tui") {
    const { pickModel } = await load(() => import("./view/model-picker.ts"));
    return (await pickModel(ctx, entries, current))?.choice;
  }
  if (!ctx.hasUI) {
    say(ctx, `Recovery model: ${describeTarget(app.settings(), process.env)}\n${USAGE}`);
    return undefined;
  }
  const labels = new Map(
    entries.map((entry) => [`${entry.value}${entry.value === current ? " (current)" : ""}`, entry]),
  );
  const label = await ctx.ui.select("Model for tool call recovery", [...labels.keys()]);
  return label === undefined ? undefined : labels.get(label)?.choice;
}

function searchText({ value, name }: ModelEntry): string {
  return `${value} ${name}`;
}
