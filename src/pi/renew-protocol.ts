import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ProtocolMemory } from "../memory/protocol-memory.ts";
import { calibrate, type Verdict } from "../protocol/calibrate.ts";
import { type EnvelopeFailure, VARIANT_VERSION } from "../protocol/variant.ts";
import type { App, ModelKey } from "./app.ts";
import { placeOf } from "./model-place.ts";
import { createTrials } from "./probe-trials.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/** Failures of one kind in a row after which a notation counts as unsuitable. */
const MAX_FAILURES = 3;

interface Streak {
  readonly kind: EnvelopeFailure;
  readonly count: number;
}

const streaks = new WeakMap<App, Map<string, Streak>>();

/** Counts what could not be read; after three of a kind in a row the notation is tried out again with the next turn. */
export async function noteFailures(
  app: App,
  choice: ProtocolChoice,
  model: ModelKey,
  failures: readonly EnvelopeFailure[],
  calls: number,
): Promise<void> {
  const name = modelName(model);
  const known = streaks.get(app) ?? new Map<string, Streak>();
  streaks.set(app, known);
  for (const kind of failures) {
    const last = known.get(name);
    known.set(name, { kind, count: last?.kind === kind ? last.count + 1 : 1 });
  }
  if (failures.length === 0) {
    if (calls > 0) known.delete(name);
    return;
  }
  const streak = known.get(name);
  const ctx = app.context();
  if (streak === undefined || streak.count < MAX_FAILURES || ctx === undefined) return;
  known.delete(name);
  const reason = `three calls in a row could not be read (${streak.kind})`;
  await (await openState(app)).setProtocol(placeOf(model, ctx), { kind: "invalid", at: Date.now(), reason });
  choice.forget(model);
  say(ctx, `Text protocol of ${name}: ${reason}. It is tried out again with the next message.`, "warning");
}

/** Tries the notations once more with a model whose notation did not hold, and keeps what comes out. */
export async function renewProtocol(
  app: App,
  choice: ProtocolChoice,
  model: ModelKey,
  ctx: ExtensionContext,
): Promise<void> {
  const found = ctx.modelRegistry.find(model.provider, model.model);
  if (found === undefined) return;
  const place = placeOf(model, ctx);
  const onStep = (step: number, what: string) =>
    ctx.ui.setStatus("tool-protocol", `trying text protocol: ${what} (${step})`);
  try {
    const verdict = await calibrate(createTrials(ctx, found, ctx.signal, onStep));
    const memory = toMemory(verdict);
    // Where the endpoint failed, nothing was found out: the next turn tries again.
    if (memory === undefined) return;
    await (await openState(app)).setProtocol(place, memory);
    say(
      app.context() ?? ctx,
      `Text protocol of ${modelName(model)}: ${describeVerdict(verdict)}`,
      memory.kind === "none" ? "warning" : "info",
    );
  } finally {
    ctx.ui.setStatus("tool-protocol", undefined);
    choice.forget(model);
  }
}

/** What is kept of a verdict, `undefined` for nothing. */
export function toMemory(verdict: Verdict): ProtocolMemory | undefined {
  const at = Date.now();
  switch (verdict.kind) {
    case "native":
    case "none":
      return { kind: verdict.kind, at, reason: verdict.reason };
    case "text-protocol":
      return { kind: "text-protocol", at, reason: verdict.reason, variant: verdict.variant, version: VARIANT_VERSION };
    case "unknown":
      return undefined;
    default:
      return verdict satisfies never;
  }
}

/** `text-protocol (tagged-call): wrote both calls as shown, none natively` */
export function describeVerdict(verdict: Verdict | ProtocolMemory): string {
  if (verdict.kind === "untried") return "untried";
  const variant = verdict.kind === "text-protocol" ? ` (${verdict.variant})` : "";
  return `${verdict.kind}${variant}: ${verdict.reason}`;
}
