import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { App, ModelKey } from "./app.ts";
import { load } from "./load.ts";
import { placeOf } from "./model-place.ts";
import { modelName, rulesGiven } from "./session-prompts.ts";
import { hasLearned, openState } from "./state.ts";

/** The standing rules in the prompts of the session's models. */
export interface StandingPrompts {
  /** What a model's prompt says in this session: decided once, before its first request. */
  textFor(model: ModelKey, ctx: ExtensionContext): Promise<string | undefined>;
  /** The names of the rules a model has been shown, by `provider/model`. */
  shown(model: string): readonly string[];
}

interface Prompt {
  readonly text: string | undefined;
  readonly rules: readonly string[];
}

const opened = new WeakMap<App, StandingPrompts>();

/** One for each loaded extension. */
export function standingPrompts(app: App): StandingPrompts {
  const known = opened.get(app);
  if (known !== undefined) return known;
  const fresh = open(app);
  opened.set(app, fresh);
  return fresh;
}

function open(app: App): StandingPrompts {
  const session = app.perSession(() => ({
    prompts: new Map<string, Prompt>(),
    // What a session that goes on has been given; read once.
    given: undefined as ReadonlyMap<string, string | undefined> | undefined,
  }));
  return {
    async textFor(model, ctx) {
      const now = session();
      const name = modelName(model);
      const known = now.prompts.get(name);
      if (known !== undefined) return known.text;
      now.given ??= rulesGiven(ctx.sessionManager.getBranch());
      const prompt = await readPrompt(app, now.given, model, ctx);
      now.prompts.set(name, prompt);
      return prompt.text;
    },
    shown: (model) => session().prompts.get(model)?.rules ?? [],
  };
}

async function readPrompt(
  app: App,
  given: ReadonlyMap<string, string | undefined>,
  model: ModelKey,
  ctx: ExtensionContext,
): Promise<Prompt> {
  const text = given.get(modelName(model));
  if (!hasLearned(app)) return { text, rules: [] };
  const { standingRules, standingText } = await load(() => import("../memory/standing-rules.ts"));
  const memory = await (await openState(app)).of(placeOf(model, ctx));
  if (memory === undefined) return { text, rules: [] };
  const now = Date.now();
  const rules = standingRules(memory, now);
  if (!given.has(modelName(model))) return { text: standingText(memory, now), rules };
  return { text, rules: text === undefined ? [] : rules };
}
