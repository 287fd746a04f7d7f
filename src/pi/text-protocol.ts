import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { ContextWithSystemEvent, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { App, Feature, ModelKey } from "./app.ts";
import { addCommand } from "./commands.ts";
import { hideMarkup } from "./hide-markup.ts";
import { load } from "./load.ts";
import { hasLearned, openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

type Messages = ContextWithSystemEvent["messages"];

/**
 * Lets models without native tool calls write them as text. The session holds native calls all the same. Nothing is loaded
 * for it as long as nobody asks for it and nothing was learned.
 */
export const textProtocol: Feature = (app) => {
  let choice: ProtocolChoice | undefined;
  const open = async (): Promise<ProtocolChoice> => {
    const { createProtocolChoice } = await load(() => import("./text-protocol-choice.ts"));
    choice ??= createProtocolChoice(app);
    return choice;
  };
  const mayBeMeant = (model: ModelKey) =>
    choice !== undefined || (app.active() && (isAsked(app, model) || hasLearned(app)));
  app.plugs.protocol = (model) => choice?.known(model) !== undefined;

  app.on("before_agent_start", (_event, ctx) => {
    const model = keyOf(ctx.model);
    return model !== undefined && app.active() && mayBeMeant(model) ? prepare(model, ctx) : undefined;
  });
  const prepare = async (model: ModelKey, ctx: ExtensionContext): Promise<undefined> => {
    const opened = await open();
    if ((await opened.memoryOf(model)).kind === "invalid") {
      const { renewProtocol } = await load(() => import("./renew-protocol.ts"));
      await renewProtocol(app, opened, model, ctx);
    }
    await opened.variantFor(model);
  };
  app.on("context_with_system", ({ messages }, ctx) => {
    const model = keyOf(ctx.model);
    return model !== undefined && mayBeMeant(model) ? rewrite(model, messages) : undefined;
  });
  const rewrite = async (model: ModelKey, messages: Messages): Promise<{ messages: Messages } | undefined> => {
    const variant = await (await open()).variantFor(model);
    if (variant === undefined) return undefined;
    const { withoutNativeTools } = await load(() => import("./protocol-messages.ts"));
    return { messages: withoutNativeTools(messages, variant) };
  };
  app.on("message_end", ({ message }) => {
    if (choice === undefined || message.role !== "assistant" || !mayHoldCalls(message)) return undefined;
    return choice.known(message) === undefined || !app.active() ? undefined : readCalls(app, choice, message);
  });
  const streaming = () => {
    const model = keyOf(app.context()?.model);
    return model && choice?.known(model);
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
  registerCommands(app, open);
  app.addHealth(async () =>
    (await load(() => import("./protocol-health.ts"))).protocolHealth(await (await openState(app)).models()),
  );
};

/** Whether the user asks for the protocol: by a setting, or by `textToolCallProtocol: true` on the model or in its `compat`, which pi passes on as it stands. */
export function isAsked(app: App, { provider, model }: ModelKey): boolean {
  const setting = app.settings().textProtocol[`${provider}/${model}`];
  return setting ?? hasFlag(app.context()?.modelRegistry.find(provider, model));
}

function hasFlag(model: object | undefined): boolean {
  const isFlagged = (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    "textToolCallProtocol" in value &&
    value.textToolCallProtocol === true;
  return isFlagged(model) || (model !== undefined && "compat" in model && isFlagged(model.compat));
}

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

function registerCommands(app: App, open: () => Promise<ProtocolChoice>): void {
  addCommand(
    app,
    "toolprobe",
    "Find out how a model calls tools: [provider/model] | --all; --json, --export FILE, --import FILE",
    async () => {
      const { complete, run } = await import("./tool-probe.ts");
      return { complete, run: async (_app, args, ctx) => run(app, await open(), args, ctx) };
    },
  );
  addCommand(
    app,
    "toolprotocol-reset",
    "Forget how a model calls tools, so that it is tried again: <provider/model>",
    async () => {
      const { complete, run } = await import("./reset-protocol.ts");
      return { complete, run: async (_app, args, ctx) => run(app, await open(), args, ctx) };
    },
  );
}
