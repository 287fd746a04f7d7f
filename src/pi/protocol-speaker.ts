import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { App, ModelKey } from "./app.ts";
import { load } from "./load.ts";
import { createNudges } from "./nudge.ts";
import { createProtocolFailures } from "./protocol-failures.ts";
import { type Exchange, promoteEnvelopes } from "./protocol-reply.ts";
import { type Messages, withoutNativeTools } from "./protocol-request.ts";
import { explainQuote, explainUnnamed } from "./protocol-words.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/** Talks with models in the text protocol: what they are asked, and what they answer. */
export interface ProtocolSpeaker {
  /** A prompt of the user begins to run. */
  begin(model: ModelKey, ctx: ExtensionContext): Promise<void>;
  /** The request as text, `undefined` for a model with native calls. */
  rewrite(model: ModelKey, messages: Messages, ctx: ExtensionContext): Promise<{ messages: Messages } | undefined>;
  /** The answer to the last request with its calls as calls, `undefined` when it stays. */
  read(message: AssistantMessage): { message: AssistantMessage } | undefined;
}

/** How often a prompt of the user may see each kind of nudge. */
const LIMITS = { unnamed: 2, quote: 2 } as const;

export function createProtocolSpeaker(app: App, choice: ProtocolChoice): ProtocolSpeaker {
  const failures = createProtocolFailures(app);
  const run = app.perSession(() => ({
    turn: 0,
    asked: new Set<string>(),
    exchange: undefined as Exchange | undefined,
  }));
  const nudges = createNudges(app, { turn: () => run().turn });
  app.decisions.subscribe((decisions) => {
    for (const { source, provider, model, sent, outcome } of decisions) {
      if (source !== "protocol") continue;
      if (outcome.kind === "refused" && sent.argumentsError !== undefined) {
        failures.failed({ provider, model }, "the arguments could not be read");
      } else failures.worked({ provider, model });
    }
  });

  return {
    async begin(model, ctx) {
      run().turn++;
      run().asked = new Set();
      await failures.settled();
      if (await choice.mustRenew(model)) {
        const { renewProtocol } = await load(() => import("./renew-protocol.ts"));
        await renewProtocol(app, choice, model, ctx);
      }
      await choice.variantFor(model);
    },
    async rewrite(model, messages, ctx) {
      const variant = await choice.variantFor(model);
      run().exchange = variant && { variant, messages, asked: run().asked };
      return variant && { messages: withoutNativeTools(messages, variant, ctx.getSystemPrompt()) };
    },
    read(message) {
      const { exchange } = run();
      run().exchange = undefined;
      if (exchange === undefined || !app.active() || !mayHoldCalls(message)) return undefined;
      const promoted = promoteEnvelopes(message, exchange, app.tools());
      if (message.stopReason !== "length") {
        for (const id of promoted.callIds) app.sources.set(id, "protocol");
        if (promoted.failures.includes("unnamed")) {
          failures.failed(message, "no tool was named");
          nudges.ask("unnamed", explainUnnamed(exchange.variant), LIMITS.unnamed);
        }
        if (promoted.quotes > 0) nudges.ask("quote", explainQuote(promoted.quotes), LIMITS.quote);
      }
      return promoted.message === message ? undefined : { message: promoted.message };
    },
  };
}

function mayHoldCalls({ stopReason, content }: AssistantMessage): boolean {
  const isAnswer = stopReason === "stop" || stopReason === "toolUse" || stopReason === "length";
  return isAnswer && content.some(({ type }) => type === "text");
}
