import type { Tool } from "../core/call.ts";
import type { Refused } from "../core/decide.ts";
import type { Outcome } from "../core/outcome.ts";
import { type LearnedRepairs, openLearnedRepairs } from "../memory/learned.ts";
import { createLearningRecovery } from "../recovery/learner.ts";
import { createRecovery } from "../recovery/recover.ts";
import type { App } from "./app.ts";
import type { RemovableRule } from "./health-sources.ts";
import { createHost } from "./host.ts";
import { watchLearned } from "./learned-watch.ts";
import { openModeStore } from "./mode-store.ts";
import { createModelSource } from "./model-source.ts";
import { spentOn, watchCosts } from "./recovery-costs.ts";
import { showRecovering } from "./recovery-status.ts";

/** Everything recovery needs, opened with the first call it is for. */
export interface RecoveryRoom {
  /** @param main `provider/model` of the model that made the call. */
  recover(
    refused: Refused,
    tools: ReadonlyMap<string, Tool>,
    signal: AbortSignal | undefined,
    main: string,
  ): Promise<Outcome>;
  readonly learned: LearnedRepairs;
  listLearned(): Promise<readonly RemovableRule[]>;
  /** Lines for the status. */
  describe(): readonly string[];
}

/** Milliseconds from the prompt to the committed call. */
const DEADLINE_MS = 20_000;

/** @param learnedFile The file that keeps learned repairs. */
export function openRecoveryRoom(app: App, learnedFile: string): RecoveryRoom {
  const host = createHost((tool) => app.definitions.of(tool)?.prepareArguments);
  const learned = openLearnedRepairs(learnedFile, app.reportOnce);
  watchLearned(app, learned);
  watchCosts(app);
  const session = app.perSession(() => ({ asked: 0, inputTokens: 0, outputTokens: 0, cost: 0, ms: 0 }));
  const modes = openModeStore(app);
  const source = createModelSource(app);
  const recovery = createRecovery({
    host,
    model: async () => {
      await modes.load();
      return source();
    },
    modes,
    now: () => performance.now(),
    deadlineMs: deadline(process.env.TOOLRECOVERY_TIMEOUT_MS),
    spend,
    watch: showRecovering(app),
  });
  const recoverAndLearn = createLearningRecovery(recovery, host);

  function spend(): string | undefined {
    const { maxRecoveries } = app.settings();
    if (session().asked >= maxRecoveries) {
      app.reportOnce(
        "recovery:cap",
        `the recovery model was asked ${maxRecoveries} times in this session and is not asked again ("maxRecoveries"). The rules go on.`,
      );
      return `the ${maxRecoveries} recoveries of this session are used up`;
    }
    session().asked++;
    return undefined;
  }

  function count(outcome: Outcome): Outcome {
    const cost = spentOn(outcome);
    if (cost === undefined) return outcome;
    const totals = session();
    totals.inputTokens += cost.inputTokens;
    totals.outputTokens += cost.outputTokens;
    totals.cost += cost.cost;
    totals.ms += cost.ms;
    return outcome;
  }

  return {
    async recover(refused, tools, signal, main) {
      const learner = {
        load: learned.load,
        apply: (tool: Tool, args: Refused["call"]["arguments"]) => learned.apply(main, tool, args),
        learn: (tool: Tool, emitted: Refused["call"]["arguments"], corrected: Refused["call"]["arguments"]) =>
          void learned.learn(main, tool, emitted, corrected),
        noteFailure: (id: string) => learned.note(main, id, "failed"),
      };
      const outcome = await recoverAndLearn(refused, tools, signal, learner);
      tellFailure(app, outcome);
      return count(outcome);
    },
    learned,
    async listLearned() {
      const models = Object.entries(await learned.list());
      return models.flatMap(([model, repairs]) => repairs.map(({ id }) => ({ model, rule: id })));
    },
    describe() {
      const { asked, inputTokens, outputTokens, cost, ms } = session();
      const price = cost > 0 ? `, $${cost.toFixed(4)}` : "";
      const spent = `${inputTokens} tokens in, ${outputTokens} out${price}, ${(ms / 1000).toFixed(1)} s`;
      const lines = [`Recoveries: asked ${asked} of ${app.settings().maxRecoveries} times (${spent})`];
      const breaker = recovery.breaker();
      if (breaker.kind === "open")
        lines.push(`The recovery model failed three times in a row and rests for ${breaker.seconds} s.`);
      if (breaker.kind === "half-open")
        lines.push("The recovery model failed three times in a row; the next call tries it again.");
      return lines;
    },
  };
}

/** A model that cannot be reached is for the user to mend; an answer that does not pass is not. */
function tellFailure(app: App, outcome: Outcome): void {
  if (outcome.kind !== "refused" || outcome.recovery.kind !== "declined" || outcome.recovery.gate !== "endpoint")
    return;
  const { cost, reason } = outcome.recovery;
  app.reportOnce(
    `recovery:${cost.model}:${reason}`,
    `${cost.model} could not be asked: ${reason}. The call was left as the model sent it.`,
  );
}

/** `TOOLRECOVERY_TIMEOUT_MS` may shorten the deadline, never lengthen it. */
function deadline(chosen: string | undefined): number {
  const milliseconds = Number(chosen);
  return milliseconds > 0 ? Math.min(milliseconds, DEADLINE_MS) : DEADLINE_MS;
}
