import type { Decision } from "../core/outcome.ts";
import type { LocalModel } from "../memory/adaptation-store.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";
import { placeOf } from "./model-place.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";

/** Counts what a session tells about its models. */
export interface Learning {
  see(decisions: readonly Decision[]): void;
}

interface ModelSession {
  readonly place: LocalModel;
  /** Since the last time it was written down. */
  untouched: number;
  decisions: Decision[];
  isReported: boolean;
}

/**
 * Writes down what a session tells about its models: when the agent has settled, if a call was not simply left alone. A
 * session that ran under standing rules also tells at its end that they worked. Any other session writes nothing.
 * @param shown The standing rules in the prompt of a model, by `provider/model`.
 */
export function openLearning(app: App, shown: (model: string) => readonly string[]): Learning {
  const models = app.perSession(() => new Map<string, ModelSession>());

  const write = async (isWorthIt: (model: ModelSession, name: string) => boolean) => {
    for (const [name, model] of models()) {
      if (!isWorthIt(model, name)) continue;
      const { decisions, untouched, isReported } = model;
      Object.assign(model, { decisions: [], untouched: 0, isReported: true });
      const { reportOn } = await load(() => import("../memory/session-report.ts"));
      await (await openState(app)).learn(model.place, reportOn(decisions, untouched, shown(name), !isReported));
    }
  };
  const isNews = ({ decisions }: ModelSession) => decisions.length > 0;
  app.on("agent_settled", () => write(isNews));
  app.on("session_shutdown", () =>
    write((model, name) => isNews(model) || (model.untouched > 0 && (model.isReported || shown(name).length > 0))),
  );

  return {
    see(decisions) {
      for (const decision of decisions) {
        const model = modelOf(app, models(), decision);
        if (model === undefined) continue;
        if (decision.outcome.kind === "untouched") model.untouched++;
        else model.decisions.push(decision);
      }
    },
  };
}

function modelOf(app: App, models: Map<string, ModelSession>, decision: Decision): ModelSession | undefined {
  if (models.size === 1) {
    const [only] = models.values();
    if (only?.place.provider === decision.provider && only.place.model === decision.model) return only;
  }
  const name = modelName(decision);
  const known = models.get(name);
  if (known !== undefined) return known;
  const ctx = app.context();
  if (ctx === undefined) return undefined;
  const fresh = { place: placeOf(decision, ctx), untouched: 0, decisions: [], isReported: false };
  models.set(name, fresh);
  return fresh;
}
