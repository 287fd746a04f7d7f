/**
 * Sends ten broken calls to the recovery endpoint of the environment and shows what came of each.
 * Exit 0: it answered, and nothing wrong would have run. 1: something wrong would have, or it never answered. 2: no endpoint.
 */
import { equal } from "@earendil-works/pi-schema";
import { exposesKey } from "../src/clients/endpoint.ts";
import { createEngine } from "../src/core/engine.ts";
import { libraryHost } from "../src/core/library-host.ts";
import type { Outcome } from "../src/core/outcome.ts";
import { targetOf } from "../src/pi/recovery-target.ts";
import { DEFAULT_SETTINGS } from "../src/pi/settings.ts";
import { createModeMemory } from "../src/recovery/ladder.ts";
import type { Answer, RecoveryModel } from "../src/recovery/port.ts";
import { createRecovery } from "../src/recovery/recover.ts";
import { rules } from "../src/rules/index.ts";
import { type Trial, trials, trialTools } from "./endpoint-trials.ts";

const USAGE = `usage: TOOLRECOVERY_BASE_URL=<address> [TOOLRECOVERY_API_KEY=…] [TOOLRECOVERY_MODEL_ID=…] [TOOLRECOVERY_API=openai|anthropic] npm run try-endpoint`;

process.exitCode = await main();

async function main(): Promise<0 | 1 | 2> {
  const target = targetOf(DEFAULT_SETTINGS, process.env);
  if (target.kind !== "endpoint") {
    console.error(`${target.kind === "none" ? target.why : "no endpoint"}\n${USAGE}`);
    return 2;
  }
  const { endpoint } = target;
  const model =
    endpoint.api === "anthropic"
      ? (await import("../src/clients/anthropic.ts")).createAnthropicModel(endpoint)
      : (await import("../src/clients/openai.ts")).createOpenAiModel(endpoint);
  console.log(
    `asking ${model.label} (${endpoint.api})${exposesKey(endpoint) ? ", the key in the clear over http" : ""}\n`,
  );

  const answers: Answer[] = [];
  const recover = openRecovery({
    ...model,
    ask: (question) => model.ask(question).then((answer) => note(answers, answer)),
  });
  const tools = new Map(trialTools.map((tool) => [tool.name, tool]));
  const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });
  const tally = { right: 0, refused: 0, wrong: 0, answered: 0 };
  for (const [index, trial] of trials.entries()) {
    answers.length = 0;
    const started = performance.now();
    const decided = engine.decide(trial.sent, tools);
    const outcome = decided.kind === "refused" ? await recover(decided, tools, undefined) : decided;
    const verdict = judge(trial, outcome);
    tally[verdict]++;
    if (answers.some(({ kind }) => kind === "text")) tally.answered++;
    const head = `${String(index + 1).padStart(2)} ${trial.title.padEnd(34)} ${verdict.padEnd(8)}`;
    console.log(`${head} ${String(Math.round(performance.now() - started)).padStart(6)} ms  ${tokens(answers)}`);
    for (const answer of answers) console.log(`     ${describe(answer)}`);
    console.log(`     ${explain(outcome)}\n`);
  }
  console.log(`${tally.right} corrected, ${tally.refused} left as they were, ${tally.wrong} wrong`);
  if (tally.answered === 0) console.log("the endpoint never answered");
  return tally.wrong > 0 || tally.answered === 0 ? 1 : 0;
}

function openRecovery(model: RecoveryModel) {
  const deadlineMs = 20_000;
  const now = () => performance.now();
  const watch = () => () => undefined;
  const modes = createModeMemory();
  return createRecovery({
    host: libraryHost,
    modes,
    model: async () => model,
    now,
    deadlineMs,
    spend: () => undefined,
    watch,
  }).recover;
}

function note(answers: Answer[], answer: Answer): Answer {
  answers.push(answer);
  return answer;
}

function judge({ meant }: Trial, outcome: Outcome): "right" | "refused" | "wrong" {
  if (outcome.kind === "refused") return "refused";
  const { name, arguments: args } = outcome.call;
  return meant !== undefined && name === meant.name && equal(args, meant.arguments) ? "right" : "wrong";
}

function tokens(answers: readonly Answer[]): string {
  const usage = answers.flatMap((answer) => (answer.kind === "text" ? [answer.usage] : []));
  const input = usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = usage.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  return `${input} tokens in, ${output} out`;
}

function describe(answer: Answer): string {
  switch (answer.kind) {
    case "text":
      return `answer: ${line(answer.text, 160)}`;
    case "mode-refused":
      return `the endpoint does not take this kind of constraint (${answer.reason}); the next is tried`;
    case "failed":
      return `no answer: ${answer.reason}`;
    default:
      return answer satisfies never;
  }
}

function explain(outcome: Outcome): string {
  switch (outcome.kind) {
    case "recovered":
      return `runs: ${outcome.call.name} ${line(JSON.stringify(outcome.call.arguments), 160)}`;
    case "refused":
      return outcome.recovery.kind === "declined"
        ? `gate ${outcome.recovery.gate}: ${outcome.recovery.reason}`
        : `not asked: ${outcome.recovery.why}`;
    case "untouched":
    case "reported":
    case "repaired":
      return "settled without a model";
    default:
      return outcome satisfies never;
  }
}

function line(text: string, limit: number): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat;
}
