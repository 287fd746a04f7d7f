import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { App, Feature, ModelKey } from "./app.ts";
import { hideMarkup } from "./hide-markup.ts";
import { load } from "./load.ts";
import { openState } from "./state.ts";
import { createProtocolChoice, type ProtocolChoice } from "./text-protocol-choice.ts";

/** Lets models without native tool calls write them as text. The session holds native calls all the same. */
export const textProtocol: Feature = (app) => {
  const choice = createProtocolChoice(app);
  app.plugs.protocol = (model) => choice.known(model) !== undefined;

  app.on("before_agent_start", async (_event, ctx) => {
    const model = keyOf(ctx.model);
    if (model === undefined || !app.active()) return undefined;
    if ((await choice.memoryOf(model)).kind === "invalid") {
      const { renewProtocol } = await load(() => import("./renew-protocol.ts"));
      await renewProtocol(app, choice, model, ctx);
    }
    await choice.variantFor(model);
    return undefined;
  });
  app.on("context_with_system", async ({ messages }, ctx) => {
    const model = keyOf(ctx.model);
    const variant = model && (await choice.variantFor(model));
    if (variant === undefined) return undefined;
    const { withoutNativeTools } = await load(() => import("./protocol-messages.ts"));
    return { messages: withoutNativeTools(messages, variant) };
  });
  app.on("message_end", ({ message }) => {
    if (message.role !== "assistant" || !mayHoldCalls(message)) return undefined;
    return choice.known(message) === undefined || !app.active() ? undefined : readCalls(app, choice, message);
  });
  const streaming = () => {
    const model = keyOf(app.context()?.model);
    return model && choice.known(model);
  };
  hideMarkup(app, {
    isOn: () => streaming() !== undefined,
    load: async () => {
      const { visibleProse } = await load(() => import("../protocol/read-message.ts"));
      return (text) => {
        const variant = streaming();
        return variant === undefined ? text : visibleProse(text, variant, app.tools());
      };
    },
  });
  registerCommands(app, choice);
  app.addHealth(async () =>
    (await load(() => import("./protocol-health.ts"))).protocolHealth(await (await openState(app)).models()),
  );
};

function keyOf(model: { readonly provider: string; readonly id: string } | undefined): ModelKey | undefined {
  return model && { provider: model.provider, model: model.id };
}

function mayHoldCalls({ stopReason, content }: AssistantMessage): boolean {
  return (stopReason === "stop" || stopReason === "toolUse") && content.some(({ type }) => type === "text");
}

async function readCalls(
  app: App,
  choice: ProtocolChoice,
  message: AssistantMessage,
): Promise<{ message: AssistantMessage } | undefined> {
  const variant = choice.known(message);
  if (variant === undefined) return undefined;
  const { promoteEnvelopes } = await load(() => import("./protocol-messages.ts"));
  const { noteFailures } = await load(() => import("./renew-protocol.ts"));
  const { message: promoted, failures, callIds } = promoteEnvelopes(message, variant, app.tools());
  for (const id of callIds) app.sources.set(id, "protocol");
  await noteFailures(app, choice, message, failures, callIds.length);
  return promoted === message ? undefined : { message: promoted };
}

/** What the commands do is loaded when they are used. */
function registerCommands(app: App, choice: ProtocolChoice): void {
  app.pi.registerCommand("toolprobe", {
    description: "Find out how a model calls tools: [provider/model] | --all; --json, --export FILE, --import FILE",
    getArgumentCompletions: async (prefix) => (await load(() => import("./tool-probe.ts"))).complete(app, prefix),
    handler: async (args, ctx) => {
      try {
        await (await load(() => import("./tool-probe.ts"))).run(app, choice, args, ctx);
      } catch (error) {
        app.reportDefect("/toolprobe", error);
      }
    },
  });
  app.pi.registerCommand("toolprotocol-reset", {
    description: "Forget how a model calls tools, so that it is tried again: <provider/model>",
    getArgumentCompletions: async (prefix) => (await load(() => import("./reset-protocol.ts"))).complete(app, prefix),
    handler: async (args, ctx) => {
      try {
        await (await load(() => import("./reset-protocol.ts"))).run(app, choice, args, ctx);
      } catch (error) {
        app.reportDefect("/toolprotocol-reset", error);
      }
    },
  });
}
