import type { Tool, ToolCall } from "../core/call.ts";
import type { Recover, Refused } from "../core/decide.ts";
import type { Outcome, RecoveryCost } from "../core/outcome.ts";
import type { Host } from "../core/verdict.ts";
import { type BreakerState, createBreaker } from "./breaker.ts";
import { candidatesFor } from "./candidates.ts";
import { createDeadline, type Deadline } from "./deadline.ts";
import { describeEdits } from "./describe-edits.ts";
import { type Judgement, judgeReply } from "./gates.ts";
import { createLadder, type ModeMemory } from "./ladder.ts";
import type { RecoveryModel, Turn, Usage } from "./port.ts";
import { buildPrompt, type Prompt } from "./prompt.ts";
import { type ShownCall, showCall } from "./show-call.ts";
import { createSlots } from "./slots.ts";

export interface RecoveryOptions {
  readonly host: Host;
  /** The model to ask now; what it is not asked for otherwise, in words for the user. */
  readonly model: () => Promise<RecoveryModel | { readonly none: string }>;
  /** The modes that endpoints take. */
  readonly modes: ModeMemory;
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Milliseconds from the prompt to the judged answer, waiting for a free place included. */
  readonly deadlineMs: number;
  /** Takes one recovery from the session's budget; `undefined` when there is one, else why there is none. */
  readonly spend: () => string | undefined;
  /** Told when a tool's call is asked about; the returned function when that is over, whatever the end. */
  readonly watch: (tool: string) => () => void;
}

export interface Recovery {
  readonly recover: Recover;
  /** The time of one message, for whoever does more with its calls than to ask about them. */
  readonly within: Deadline["within"];
  /** What is known of the endpoint asked last. */
  breaker(): BreakerState;
}

const PARALLEL = 4;
const ATTEMPTS = 2;

/** Asks a recovery model about refused calls, few at a time and each question once, and lets no answer pass the gates that may not. */
export function createRecovery(options: RecoveryOptions): Recovery {
  const { now } = options;
  const deadline = createDeadline(options.deadlineMs);
  const slots = createSlots(PARALLEL);
  const ladder = createLadder(options.modes);
  const inFlight = new Map<string, Promise<Outcome>>();
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  let last = createBreaker(now);

  function breakerOf(model: RecoveryModel) {
    last = breakers.get(model.key) ?? createBreaker(now);
    breakers.set(model.key, last);
    return last;
  }

  async function recoverOnce(
    refused: Refused,
    tools: ReadonlyMap<string, Tool>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const shown = showCall(refused.call);
    if ("withheld" in shown) return notAsked(refused, shown.withheld);
    const candidates = candidatesFor(refused, tools);
    if (candidates.length === 0) return notAsked(refused, "no active tool is like the call");
    const model = await options.model();
    if ("none" in model) return notAsked(refused, model.none);
    const started = now();
    const prompt = buildPrompt(refused, shown, candidates, tools);
    try {
      return await slots.run(() => askWithin(model, prompt, shown, refused, tools, signal, started), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return notAsked(refused, "there was no time left to ask");
    }
  }

  async function askWithin(
    model: RecoveryModel,
    prompt: Prompt,
    shown: ShownCall,
    refused: Refused,
    tools: ReadonlyMap<string, Tool>,
    signal: AbortSignal,
    started: number,
  ): Promise<Outcome> {
    const breaker = breakerOf(model);
    if (!breaker.enter()) return notAsked(refused, `${model.label} failed three times in a row and rests for a minute`);
    const spent = options.spend();
    if (spent !== undefined) {
      breaker.release();
      return notAsked(refused, spent);
    }
    const done = options.watch(refused.call.name);
    const usage: Usage[] = [];
    const cost = (): RecoveryCost => ({ model: model.label, ...sum(usage), ms: Math.round(now() - started) });
    try {
      const judgement = await converse();
      if (judgement.kind === "passed") {
        const { call, findings } = judgement;
        return {
          kind: "recovered",
          call,
          edits: describeEdits(refused.call, call, "recovery"),
          findings,
          cost: cost(),
        };
      }
      return {
        ...refused,
        recovery: { kind: "declined", gate: judgement.gate, reason: judgement.reason, cost: cost() },
      };
    } finally {
      breaker.release();
      done();
    }

    async function converse(): Promise<Judgement | Unanswered> {
      const turns: Turn[] = [{ role: "user", text: prompt.user }];
      const maxTokens = 1024 + Math.ceil(shown.text.length / 2);
      let judgement: Judgement | undefined;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const question = { system: prompt.system, turns, schema: prompt.schema, maxTokens, signal };
        const answer = await orOnAbort(ladder.ask(model, question), signal);
        if (answer.kind === "failed") {
          if (!signal.aborted || isTimeout(signal)) breaker.fail();
          // What the first answer failed by says more than that a second one did not come.
          return (
            judgement ?? {
              kind: "unanswered",
              gate: signal.aborted && !isTimeout(signal) ? "aborted" : "endpoint",
              reason: answer.reason,
            }
          );
        }
        breaker.succeed();
        usage.push(answer.usage);
        judgement = judgeReply(answer.text, refused, shown, tools, options.host);
        if (judgement.kind === "passed" || judgement.gate === "no-correction" || signal.aborted) return judgement;
        turns.push({ role: "assistant", text: answer.text.slice(0, 2000) || "{}" });
        turns.push({
          role: "user",
          text: `That cannot run: ${judgement.reason}. Answer again, with one JSON object only.`,
        });
      }
      return judgement ?? { kind: "unanswered", gate: "endpoint", reason: "it did not answer" };
    }
  }

  return {
    recover: async (refused, tools, signal) => {
      const { code } = refused.failure;
      if (code === "truncated" || code === "too-large")
        return notAsked(refused, `nothing can be restored: ${refused.failure.reason}`);
      const key = JSON.stringify([refused.call.name, refused.call.arguments, refused.call.argumentsError]);
      const running = inFlight.get(key);
      if (running !== undefined) return share(await running, refused);
      const outcome = deadline.within(signal, (within) => recoverOnce(refused, tools, within));
      inFlight.set(key, outcome);
      return outcome.finally(() => inFlight.delete(key));
    },
    within: deadline.within,
    breaker: () => last.state(),
  };
}

/** What came of a question that got no answer to judge. */
interface Unanswered {
  readonly kind: "unanswered";
  readonly gate: "endpoint" | "aborted";
  readonly reason: string;
}

function notAsked(refused: Refused, why: string): Outcome {
  return { ...refused, recovery: { kind: "not-asked", why } };
}

/** The outcome of the same question for another call; it was paid once. */
function share(outcome: Outcome, { call }: { readonly call: ToolCall }): Outcome {
  const own = call.id === undefined ? outcome.call : { ...outcome.call, id: call.id };
  switch (outcome.kind) {
    case "recovered":
      return { ...outcome, call: own, cost: free(outcome.cost) };
    case "refused":
      return outcome.recovery.kind === "declined"
        ? { ...outcome, call, recovery: { ...outcome.recovery, cost: free(outcome.recovery.cost) } }
        : { ...outcome, call };
    case "untouched":
    case "reported":
    case "repaired":
      return { ...outcome, call: own };
    default:
      return outcome satisfies never;
  }
}

function free(cost: RecoveryCost): RecoveryCost {
  return { ...cost, inputTokens: 0, outputTokens: 0, cost: 0 };
}

function sum(usage: readonly Usage[]): Usage {
  return {
    inputTokens: usage.reduce((total, { inputTokens }) => total + inputTokens, 0),
    outputTokens: usage.reduce((total, { outputTokens }) => total + outputTokens, 0),
    cost: usage.reduce((total, { cost }) => total + cost, 0),
  };
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

/** What is asked, or a failure as soon as the signal aborts: a port may be slow to notice. */
async function orOnAbort<T>(
  pending: Promise<T>,
  signal: AbortSignal,
): Promise<T | { readonly kind: "failed"; readonly reason: string }> {
  const failure = { kind: "failed", reason: "it did not answer in time" } as const;
  if (signal.aborted) return failure;
  const { promise, resolve } = Promise.withResolvers<typeof failure>();
  const abort = () => resolve(failure);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([pending, promise]).finally(() => signal.removeEventListener("abort", abort));
}
