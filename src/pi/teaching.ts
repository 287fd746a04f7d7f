import type { Decision } from "../core/outcome.ts";
import type { NoteBudget } from "../memory/note-budget.ts";
import type { App, Feature } from "./app.ts";
import { openLearning } from "./learning.ts";
import { load } from "./load.ts";
import { modelName } from "./session-prompts.ts";
import { standingPrompts } from "./standing-prompts.ts";
import { teaches } from "./teach-rules.ts";

interface Lessons {
  /** Decided calls whose results may get a note, by call id. */
  readonly waiting: Map<string, Decision>;
  budget: NoteBudget | undefined;
}

/**
 * Teaches the model by a note on the result of a call that was corrected. Everything a session tells about its model is
 * counted for the standing rules of later ones.
 */
export const teaching: Feature = (app) => {
  const lessons = app.perSession<Lessons>(() => ({ waiting: new Map(), budget: undefined }));
  const learning = openLearning(app, standingPrompts(app).shown);

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
};

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
  const shown = standingPrompts(app).shown(model);
  if (id !== undefined && slips.some(({ rule }) => shown.includes(rule))) app.taught.set(id, "rule");
  return undefined;
}
