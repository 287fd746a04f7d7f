import type { Api, Model } from "@earendil-works/pi-ai";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Trials } from "../protocol/calibrate.ts";
import { toPiTool } from "./calls.ts";

/** One trial takes at most this long; local models may have to be loaded first. */
const TRIAL_MS = 120_000;

/** Some models think whether they are asked to or not, and have to get to the end of it. */
const THINKING_TOKENS = 4_000;

/** Trials over pi's own access to the model: temperature 0, no retries, bounded tokens. */
export function createTrials(
  ctx: ExtensionContext,
  model: Model<Api>,
  signal: AbortSignal | undefined,
  onStep: Trials["onStep"],
): Trials {
  return {
    onStep,
    async ask({ system, user, tools, maxTokens }) {
      signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(TRIAL_MS);
      const reply = await ctx.modelRegistry.complete(
        model,
        {
          systemPrompt: system,
          messages: [{ role: "user", content: user, timestamp: Date.now() }],
          ...(tools.length > 0 && { tools: tools.map((tool) => toPiTool(tool, {})[0]) }),
        },
        {
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          maxTokens: model.reasoning ? maxTokens + THINKING_TOKENS : maxTokens,
          temperature: 0,
          maxRetries: 0,
        },
      );
      signal?.throwIfAborted();
      if (reply.stopReason === "error" || reply.stopReason === "aborted") {
        return { kind: "failed", reason: firstLine(reply.errorMessage) };
      }
      const text = reply.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { kind: "reply", text, calls: reply.content.filter((part) => part.type === "toolCall") };
    },
  };
}

function firstLine(text: string | undefined): string {
  return (text ?? "no answer").split("\n", 1)[0]?.slice(0, 200) ?? "no answer";
}
