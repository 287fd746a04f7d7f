import type { Api, Model } from "@earendil-works/pi-ai";
import { BorderedLoader, type ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { MAX_REQUESTS, type Trials } from "../protocol/calibrate.ts";
import { nameOf } from "./model-entries.ts";

export type Attempt = (model: Model<Api>, signal: AbortSignal | undefined, onStep: Trials["onStep"]) => Promise<void>;

/** Makes an attempt with one model after the other and shows how far it is. Escape in the terminal ends it; what is done stays done. */
export async function withProgress(
  ctx: ExtensionCommandContext,
  models: readonly Model<Api>[],
  attempt: Attempt,
): Promise<void> {
  const runAll = async (signal: AbortSignal | undefined) => {
    for (const [at, model] of models.entries()) {
      const label = `${nameOf(model)} (${at + 1} of ${models.length})`;
      await attempt(model, signal, (step, what) =>
        ctx.ui.setStatus("toolprobe", `probing ${label}: ${what}, request ${step} of at most ${MAX_REQUESTS}`),
      );
    }
  };
  try {
    await (ctx.mode === "tui" ? withLoader(ctx, models.length, runAll) : runAll(ctx.signal));
  } finally {
    ctx.ui.setStatus("toolprobe", undefined);
  }
}

async function withLoader(
  ctx: ExtensionCommandContext,
  models: number,
  runAll: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = await ctx.ui.custom<{ readonly error: unknown } | undefined>((tui, theme, _keys, done) => {
    const loader = new BorderedLoader(tui, theme, `Trying out ${models === 1 ? "the model" : `${models} models`} …`);
    loader.onAbort = () => done(undefined);
    runAll(loader.signal).then(
      () => done(undefined),
      (error) => done(loader.signal.aborted ? undefined : { error }),
    );
    return loader;
  });
  if (failure !== undefined) throw failure.error;
}
