import type { App, Feature, ModelKey } from "./app.ts";
import { addCommand } from "./commands.ts";
import { hideMarkup } from "./hide-markup.ts";
import { load } from "./load.ts";
import { mayBeFlagged } from "./model-flag.ts";
import type { ProtocolSpeaker } from "./protocol-speaker.ts";
import { hasLearned } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/**
 * Lets models without native tool calls write them as text. The session holds native calls all the same. Nothing is loaded
 * for it as long as nobody asks for it and nothing was learned, and what speaks it only for a model that needs it.
 */
export const textProtocol: Feature = (app) => {
  let choice: ProtocolChoice | undefined;
  let speaker: ProtocolSpeaker | undefined;
  const openChoice = async (): Promise<ProtocolChoice> => {
    const { createProtocolChoice } = await load(() => import("./text-protocol-choice.ts"));
    choice ??= createProtocolChoice(app);
    return choice;
  };
  const speakerFor = async (model: ModelKey): Promise<ProtocolSpeaker | undefined> => {
    const opened = await openChoice();
    if (speaker !== undefined) return speaker;
    if (!(await opened.mustRenew(model)) && (await opened.variantFor(model)) === undefined) return undefined;
    const { createProtocolSpeaker } = await load(() => import("./protocol-speaker.ts"));
    speaker ??= createProtocolSpeaker(app, opened);
    return speaker;
  };
  const mayBeMeant = (model: ModelKey | undefined): model is ModelKey =>
    model !== undefined && (choice !== undefined || (app.active() && (isAsked(app, model) || hasLearned(app))));
  app.plugs.protocol = (model) => choice?.known(model) !== undefined;

  app.on("agent_start", (_event, ctx) => {
    const model = keyOf(ctx.model);
    return mayBeMeant(model) ? speakerFor(model).then((opened) => opened?.begin(model, ctx)) : undefined;
  });
  app.on("context_with_system", ({ messages }, ctx) => {
    const model = keyOf(ctx.model);
    return mayBeMeant(model) ? speakerFor(model).then((opened) => opened?.rewrite(model, messages, ctx)) : undefined;
  });
  app.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return undefined;
    if (message.stopReason === "error" && TAKES_NO_TOOLS.test(message.errorMessage ?? "")) adviseProbe(app, message);
    return speaker?.read(message);
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
  registerCommands(app, openChoice);
  app.addHealth(async () => {
    const { readProtocolHealth } = await load(() => import("./protocol-health.ts"));
    return readProtocolHealth(app, await openChoice(), keyOf(app.context()?.model));
  });
};

/** What servers say that serve a model without tools. */
const TAKES_NO_TOOLS =
  /does(?: not|n't) support (?:tools|tool use|tool calling|function calling)|--enable-auto-tool-choice/i;

function adviseProbe(app: App, { provider, model }: ModelKey): void {
  if (!app.judging()) return;
  const name = `${provider}/${model}`;
  app.reportOnce(
    `protocol-advice:${name}`,
    `The server of ${name} takes no tools. /toolprobe ${name} finds out whether the model can write its calls as text.`,
  );
}

/** Whether the user may have asked for the protocol: by a setting, or by a flag of the model. */
function isAsked(app: App, { provider, model }: ModelKey): boolean {
  const setting = app.settings().textProtocol[`${provider}/${model}`];
  return setting ?? mayBeFlagged(app.context()?.modelRegistry.find(provider, model), app.agentDir);
}

function keyOf(model: { readonly provider: string; readonly id: string } | undefined): ModelKey | undefined {
  return model && { provider: model.provider, model: model.id };
}

function registerCommands(app: App, choice: () => Promise<ProtocolChoice>): void {
  addCommand(
    app,
    "toolprobe",
    "Find out how a model calls tools: [provider/model] | --all; --json, --export FILE, --import FILE",
    async () => {
      const { complete, run } = await import("./tool-probe.ts");
      return { complete, run: async (_app, args, ctx) => run(app, await choice(), args, ctx) };
    },
  );
  addCommand(
    app,
    "toolprotocol-reset",
    "Forget how a model calls tools, so that it is tried again: <provider/model>",
    async () => {
      const { complete, run } = await import("./reset-protocol.ts");
      return { complete, run: async (_app, args, ctx) => run(app, await choice(), args, ctx) };
    },
  );
}
