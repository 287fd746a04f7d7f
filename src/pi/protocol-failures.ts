import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { App, ModelKey } from "./app.ts";
import { placeOf } from "./model-place.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";

/** What may be wrong with a call that was written as text. */
export type ProtocolFailure = "no tool was named" | "the arguments could not be read";

/** Failures of one kind in a row after which a notation counts as unsuitable. */
const MAX_FAILURES = 3;

/** Counts what models write that no call can be made of. */
export interface ProtocolFailures {
  failed(model: ModelKey, failure: ProtocolFailure): void;
  worked(model: ModelKey): void;
  /** Resolves when what was given up is kept as that. Never rejects. */
  settled(): Promise<void>;
}

/** After three failures of a kind in a row the verdict about the model is given up, so that the next prompt tries again. */
export function createProtocolFailures(app: App): ProtocolFailures {
  let last = Promise.resolve();
  const streaks = app.perSession(
    () => new Map<string, { readonly failure: ProtocolFailure; readonly count: number }>(),
  );

  return {
    failed(model, failure) {
      const name = modelName(model);
      const streak = streaks().get(name);
      const count = streak?.failure === failure ? streak.count + 1 : 1;
      streaks().set(name, { failure, count });
      const ctx = app.context();
      if (count < MAX_FAILURES || ctx === undefined) return;
      streaks().delete(name);
      last = last
        .then(() => invalidate(app, ctx, model, failure))
        .catch((error) => app.reportDefect("The text protocol", error));
    },
    settled: () => last,
    worked: (model) => void streaks().delete(modelName(model)),
  };
}

async function invalidate(app: App, ctx: ExtensionContext, model: ModelKey, failure: ProtocolFailure): Promise<void> {
  const place = placeOf(model, ctx);
  const reason = `three times in a row ${failure}`;
  say(ctx, `Text protocol of ${modelName(model)}: ${reason}. The next prompt tries the notations again.`, "warning");
  await (await openState(app)).setProtocol(place, { kind: "invalid", at: Date.now(), reason });
}
