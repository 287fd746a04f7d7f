import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { calibrate } from "../protocol/calibrate.ts";
import type { App, ModelKey } from "./app.ts";
import { placeOf } from "./model-place.ts";
import { createTrials } from "./probe-trials.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";
import { describeVerdict, toMemory } from "./verdict-memory.ts";

/** Tries the notations once more with a model whose notation did not hold, and keeps what comes out. Escape ends it. */
export async function renewProtocol(
  app: App,
  choice: ProtocolChoice,
  model: ModelKey,
  ctx: ExtensionContext,
): Promise<void> {
  const found = ctx.modelRegistry.find(model.provider, model.model);
  if (found === undefined) return;
  const { signal } = ctx;
  const place = placeOf(model, ctx);
  const onStep = (step: number, what: string) =>
    ctx.ui.setStatus("tool-protocol", `trying text protocol: ${what} (${step})`);
  try {
    const verdict = await calibrate(createTrials(ctx, found, signal, onStep));
    const memory = toMemory(verdict);
    // Where the endpoint failed, nothing was found out: the next prompt tries again.
    if (memory === undefined) return;
    await (await openState(app)).setProtocol(place, memory);
    const level = memory.kind === "none" ? "warning" : "info";
    say(app.context() ?? ctx, `Text protocol of ${modelName(model)}: ${describeVerdict(verdict)}`, level);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    app.context()?.ui.setStatus("tool-protocol", undefined);
    choice.forget(model);
  }
}
