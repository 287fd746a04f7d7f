import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { App, Feature } from "./app.ts";
import { callsIn, isEmptyStop } from "./calls.ts";
import { repairsIn } from "./diagnostics.ts";
import { createGrammarSwitch, type GrammarMode } from "./grammar-switch.ts";
import { listen } from "./heard.ts";
import { hideMarkup } from "./hide-markup.ts";
import { load } from "./load.ts";
import { createNudges, type Nudges } from "./nudge.ts";
import type { TextCallResult } from "./text-calls.ts";

/** How often a user turn may see each kind of nudge. */
const LIMITS = { reissue: 1, "empty-stop": 2 } as const;

/** Reads calls in the text of messages, where that is on, and answers stops for calls that are not there. */
export const readTextCalls: Feature = (app) => {
  const heard = listen(app);
  const nudges = createNudges(app, heard);
  const chosen = createGrammarSwitch(app);
  const counts = app.perSession(() => ({ promoted: foundBefore(app), unusable: 0 }));

  app.plugs.readText = (message, signal) => {
    // A model of the text protocol has one notation, and that is read already.
    const mode = app.plugs.protocol?.(message) ? "off" : chosen.modeFor(message);
    if (mode === "off" || !message.content.some(({ type }) => type === "text"))
      return answerEmptyStop(app, nudges, message);
    return readMessage(message, mode, signal);
  };

  async function readMessage(
    message: AssistantMessage,
    mode: Exclude<GrammarMode, "off">,
    signal: AbortSignal | undefined,
  ): Promise<{ message: AssistantMessage } | undefined> {
    const { takeTextCalls } = await load(() => import("./text-calls.ts"));
    const result = await takeTextCalls(app, message, { mode, heard: heard.texts }, signal);
    if (result.kind === "promoted") counts().promoted += result.count;
    if (result.kind === "unusable") counts().unusable++;
    tell(app, nudges, result, message);
    if (result.kind === "nothing" || !app.active()) return undefined;
    return result.message && { message: result.message };
  }

  hideMarkup(app, {
    isOn: () => {
      const model = app.context()?.model;
      if (model === undefined || !app.active()) return false;
      const key = { provider: model.provider, model: model.id };
      return app.plugs.protocol?.(key) !== true && chosen.modeFor(key) !== "off";
    },
    load: async () => {
      const { visibleText } = await load(() => import("../grammar/visible-text.ts"));
      return (text) => visibleText(text, app.settings().grammarRepair.families);
    },
  });
  app.addStatus(() => [
    `Calls in text: ${chosen.describe()}; this session ${counts().promoted} run, ${counts().unusable} not usable`,
  ]);
};

/** How many calls were found in text in earlier runs of the session. */
function foundBefore(app: App): number {
  return app
    .history()
    .flatMap((entry) =>
      entry.type === "message" && entry.message.role === "assistant" ? repairsIn(entry.message) : [],
    )
    .filter(({ source }) => source === "text").length;
}

/** Says what became of markup that does not run, to the model where that is safe. */
function tell(app: App, nudges: Nudges, result: TextCallResult, message: AssistantMessage): void {
  if (result.kind === "stripped" && callsIn(result.message).length === 0) {
    app.reportOnce(
      "grammar-strip",
      `The model wrote a call as text; the markup was removed and nothing ran (${result.reason}).`,
    );
  }
  if (result.kind === "unusable") {
    const isTold =
      result.tell === "model" && app.active() && nudges.ask("reissue", reissue(result.reason), LIMITS.reissue);
    const rest = isTold ? "The model was asked to make the call again." : "Nothing ran.";
    app.reportOnce(
      `grammar-unusable:${result.reason}`,
      `The model wrote a call as text: ${firstLine(result.reason)}. ${rest}`,
    );
    if (isTold) return;
  }
  if (result.kind === "nothing" || result.kind === "unusable") answerEmptyStop(app, nudges, message);
}

function reissue(reason: string): string {
  return [
    "Your last message held a tool call as plain text. Text does not run.",
    `What is wrong with it: ${reason.replace(/\.?$/, ".")}`,
    "If the call was meant, make it now through the tool interface; otherwise go on without it.",
  ].join("\n");
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/[.:]$/, "");
}

/** Without an answer the run would end without a word. */
function answerEmptyStop(app: App, nudges: Nudges, message: AssistantMessage): undefined {
  if (!isEmptyStop(message)) return undefined;
  const text =
    "Your last message stopped for a tool call but held none, so nothing ran. Make the call now through the tool interface, or finish your answer.";
  const isTold = app.active() && nudges.ask("empty-stop", text, LIMITS["empty-stop"]);
  const rest = isTold ? "It was asked to go on." : "The run ends here.";
  app.reportOnce(`empty-stop:${isTold}`, `The model stopped for a tool call without making one. ${rest}`);
  return undefined;
}
