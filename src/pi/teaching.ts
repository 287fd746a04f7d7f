import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Decision } from "../core/outcome.ts";
import type { NoteBudget } from "../memory/note-budget.ts";
import type { App, Feature, ModelKey } from "./app.ts";
import { isOn } from "./environment.ts";
import { openLearning } from "./learning.ts";
import { load } from "./load.ts";
import { placeOf } from "./model-place.ts";
import { modelName, RULES_SECTION, rulesGiven } from "./session-prompts.ts";
import { openState, stateFolder } from "./state.ts";

interface Lessons {
  /** Decided calls whose results may get a note, by call id. */
  readonly waiting: Map<string, Decision>;
  /** The standing rules in the prompt of each model of the session: text and names. */
  readonly prompts: Map<string, Prompt>;
  /** What a session that goes on has been given; read once. */
  given: ReadonlyMap<string, string | undefined> | undefined;
  budget: NoteBudget | undefined;
}

interface Prompt {
  readonly text: string | undefined;
  readonly rules: readonly string[];
}

const UNTAUGHT: Prompt = { text: undefined, rules: [] };

/**
 * Teaches the model: a note on the result of a call that was corrected, standing rules in the system prompt of later
 * sessions. Everything a session tells about its model is counted for them.
 */
export const teaching: Feature = (app) => {
  const lessons = app.perSession<Lessons>(() => ({
    waiting: new Map(),
    prompts: new Map(),
    given: undefined,
    budget: undefined,
  }));
  const learning = openLearning(app, (model) => lessons().prompts.get(model)?.rules ?? []);

  app.decisions.subscribe((decisions) => {
    if (!app.active()) return;
    learning.see(decisions);
    for (const decision of decisions) {
      const { kind, call } = decision.outcome;
      if (kind !== "untouched" && kind !== "refused" && call.id !== undefined) lessons().waiting.set(call.id, decision);
    }
  });

  app.on("message_end", ({ message }) => {
    if (message.role !== "toolResult") return undefined;
    const { waiting } = lessons();
    const decision = waiting.get(message.toolCallId);
    if (decision === undefined || !waiting.delete(message.toolCallId) || !teaches(app)) return undefined;
    return noteOn(app, lessons(), decision).then((text) =>
      text === undefined
        ? undefined
        : { message: { ...message, content: [...message.content, { type: "text", text }] } },
    );
  });

  app.on("before_agent_start", async ({ systemPromptOptions: { sections } }, ctx) => {
    if (ctx.model === undefined || !teaches(app)) return undefined;
    const { text } = await promptFor(app, lessons(), { provider: ctx.model.provider, model: ctx.model.id }, ctx);
    if (text === undefined) delete sections[RULES_SECTION];
    else sections[RULES_SECTION] = text;
    return undefined;
  });
};

function teaches(app: App): boolean {
  return app.active() && app.settings().teach && !isOn(process.env.PI_TOOL_REPAIR_TEACH_DISABLED);
}

/** The note for a call, `undefined` when the model has been told often enough. */
async function noteOn(app: App, lessons: Lessons, decision: Decision): Promise<string | undefined> {
  const { createNoteBudget } = await load(() => import("../memory/note-budget.ts"));
  const { slipsIn } = await load(() => import("../memory/session-report.ts"));
  const { writeNote } = await load(() => import("../memory/note.ts"));
  lessons.budget ??= createNoteBudget();
  const model = modelName(decision);
  const slips = slipsIn(decision);
  const due = lessons.budget.due(slips, model);
  const id = decision.outcome.call.id;
  if (due.length > 0) {
    if (id !== undefined) app.taught.set(id, "note");
    return writeNote(due);
  }
  const standing = lessons.prompts.get(model)?.rules ?? [];
  if (id !== undefined && slips.some(({ rule }) => standing.includes(rule))) app.taught.set(id, "rule");
  return undefined;
}

/** What a model's prompt says in this session: decided once, before its first request. */
async function promptFor(app: App, lessons: Lessons, model: ModelKey, ctx: ExtensionContext): Promise<Prompt> {
  const name = modelName(model);
  const known = lessons.prompts.get(name);
  if (known !== undefined) return known;
  lessons.given ??= rulesGiven(ctx.sessionManager.getBranch());
  const prompt = await readPrompt(app, lessons.given, model, ctx);
  lessons.prompts.set(name, prompt);
  return prompt;
}

async function readPrompt(
  app: App,
  given: ReadonlyMap<string, string | undefined>,
  model: ModelKey,
  ctx: ExtensionContext,
): Promise<Prompt> {
  const text = given.get(modelName(model));
  // Nothing learned yet, the common case, costs one look at the disk.
  if (!existsSync(join(stateFolder(app), "adaptation.json"))) return { ...UNTAUGHT, text };
  const { standingRules, standingText } = await load(() => import("../memory/standing-rules.ts"));
  const memory = await (await openState(app)).of(placeOf(model, ctx));
  if (memory === undefined) return { ...UNTAUGHT, text };
  const now = Date.now();
  const rules = standingRules(memory, now);
  if (!given.has(modelName(model))) return { text: standingText(memory, now), rules };
  return { text, rules: text === undefined ? [] : rules };
}
