import type { BeforeAgentStartEvent, ExtensionContext, SessionEntry } from "@earendil-works/pi-coding-agent";
import type { App, Feature, ModelKey } from "./app.ts";
import { isOn } from "./environment.ts";
import { load } from "./load.ts";
import { hasLearned } from "./state.ts";

/** The name of the system prompt section that holds standing rules. */
export const RULES_SECTION = "tool_call_rules";

type Sections = BeforeAgentStartEvent["systemPromptOptions"]["sections"];

/**
 * Puts standing rules into the system prompt. Only a model about which something was learned has any, and one of a session
 * that goes on; for all others nothing is loaded.
 */
export const teachRules: Feature = (app) => {
  const untaught = app.perSession(() => new Set<string>());

  app.on("before_agent_start", ({ systemPromptOptions: { sections } }, ctx) => {
    if (ctx.model === undefined || !teaches(app)) return undefined;
    const { provider, id } = ctx.model;
    const name = `${provider}/${id}`;
    if (untaught().has(name)) return undefined;
    if (!hasLearned(app) && !ctx.sessionManager.getBranch().some(isAnswer)) {
      untaught().add(name);
      return undefined;
    }
    return write(sections, { provider, model: id }, ctx);
  });

  async function write(sections: Sections, model: ModelKey, ctx: ExtensionContext): Promise<undefined> {
    const { standingPrompts } = await load(() => import("./standing-prompts.ts"));
    const text = await standingPrompts(app).textFor(model, ctx);
    if (text === undefined) delete sections[RULES_SECTION];
    else sections[RULES_SECTION] = text;
  }
};

/** Whether models are told of their slips. */
export function teaches(app: App): boolean {
  return app.active() && app.settings().teach && !isOn(process.env.PI_TOOL_REPAIR_TEACH_DISABLED);
}

function isAnswer(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "assistant";
}
