import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { App } from "./app.ts";
import type { RemovableRule, RuleSource } from "./health-sources.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";

/** Takes a rule of a model away for good: `<provider/model> <rule>`. */
export async function run(app: App, args: string, ctx: ExtensionContext): Promise<void> {
  const [model, rule, ...rest] = args.trim().split(/\s+/);
  if (!model || !rule || rest.length > 0) return say(ctx, "Usage: /toolrule-remove <provider/model> <rule>", "warning");
  // A learned repair that was used is also counted as a slip to teach about: it goes from every place.
  let removed = false;
  for (const source of sources(app)) removed = (await source.remove({ model, rule })) || removed;
  if (!removed) return say(ctx, `${model} has no rule "${rule}". /toolhealth lists what there is.`, "warning");
  say(ctx, removalOf(model, rule));
}

function removalOf(model: string, rule: string): string {
  return rule.startsWith("learned:")
    ? `"${rule}" is no longer applied to calls of ${model}, and not learned again.`
    : `${model} will not be taught "${rule}" again. Sessions that began with it keep it to their end.`;
}

/** @param prefix Everything typed after the command's name. */
export async function complete(app: App, prefix: string): Promise<AutocompleteItem[] | null> {
  const typed = prefix.trimStart();
  const rules = (await Promise.all(sources(app).map((source) => source.list()))).flat();
  const items = /\s/.test(typed)
    ? rules.map(({ model, rule }) => ({ value: `${model} ${rule}`, label: rule }))
    : [...new Set(rules.map(({ model }) => model))].map((model) => ({ value: `${model} `, label: model }));
  const values = items.map(({ value }) => value);
  const found = items.filter(({ value }, at) => value.startsWith(typed) && values.indexOf(value) === at);
  return found.length > 0 ? found : null;
}

function sources(app: App): readonly RuleSource[] {
  return [standing(app), ...app.ruleSources];
}

/** The rules this model is taught, or that are counted to be. */
function standing(app: App): RuleSource {
  return {
    async list() {
      const models = await (await openState(app)).models();
      return models.flatMap((memory) =>
        Object.entries(memory.rules)
          .filter(([, { state }]) => state.kind !== "removed")
          .map(([rule]): RemovableRule => ({ model: modelName(memory), rule })),
      );
    },
    async remove({ model, rule }) {
      const slash = model.indexOf("/");
      if (slash < 1) return false;
      return await (await openState(app)).remove(model.slice(0, slash), model.slice(slash + 1), rule);
    },
  };
}
