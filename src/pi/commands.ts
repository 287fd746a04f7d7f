import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { App, Feature, Subcommand } from "./app.ts";
import { load } from "./load.ts";

/** What a command does. */
interface CommandCode {
  run(app: App, args: string, ctx: ExtensionCommandContext): Promise<void>;
  /** @param prefix Everything typed after the command's name. */
  complete(app: App, prefix: string): Promise<AutocompleteItem[] | null> | AutocompleteItem[] | null;
}

/** The commands, but for those of the text protocol. */
export const commands: Feature = (app) => {
  app.addSubcommand(enable(app, "on", "Repair and recover broken tool calls"));
  app.addSubcommand(enable(app, "off", "Leave every tool call as the model sent it"));
  app.addSubcommand({
    word: "status",
    usage: "",
    description: "What is on, which model recovers, and what happened in this session",
    complete: () => [],
    run: async (_args, ctx) => (await load(() => import("./status.ts"))).showStatus(app, ctx),
  });

  addCommand(app, "toolrecovery", "Repair of tool calls: on, off, status and more", () => import("./subcommands.ts"));
  addCommand(
    app,
    "toolrecovery-model",
    "Choose the model that recovers what rules cannot repair",
    () => import("./choose-model.ts"),
  );
  addCommand(
    app,
    "toolhealth",
    "How the calls of each model come out on this machine; --json for machines",
    () => import("./view/show-health.ts"),
  );
  addCommand(
    app,
    "toolrule-remove",
    "Take a rule that a model is taught away for good: <provider/model> <rule>",
    () => import("./remove-rule.ts"),
  );
};

/** Registers a command whose code is loaded when it is used. */
export function addCommand(app: App, name: string, description: string, importCode: () => Promise<CommandCode>): void {
  const code = async () => {
    await app.prepareForCalls();
    return load(importCode);
  };
  app.pi.registerCommand(name, {
    description,
    getArgumentCompletions: async (prefix) => (await code()).complete(app, prefix),
    handler: async (args, ctx) => {
      try {
        await (await code()).run(app, args, ctx);
      } catch (error) {
        app.reportDefect(`/${name}`, error);
      }
    },
  });
}

function enable(app: App, word: "on" | "off", description: string): Subcommand {
  return {
    word,
    usage: "",
    description,
    complete: () => [],
    async run(_args, ctx) {
      await app.changeSettings({ enabled: word === "on" });
      const { describeSwitch } = await load(() => import("./status.ts"));
      const { say } = await load(() => import("./say.ts"));
      say(ctx, describeSwitch(app));
    },
  };
}
