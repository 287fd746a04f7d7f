import type { App, Feature, Subcommand } from "./app.ts";
import { load } from "./load.ts";

/** `/toolrecovery` and `/toolrecovery-model`. What they do is loaded when they are used. */
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

  app.pi.registerCommand("toolrecovery", {
    description: "Repair of tool calls: on, off, status and more",
    getArgumentCompletions: async (prefix) => (await load(() => import("./subcommands.ts"))).complete(app, prefix),
    handler: async (args, ctx) => (await load(() => import("./subcommands.ts"))).run(app, args, ctx),
  });
  app.pi.registerCommand("toolrecovery-model", {
    description: "Choose the model that recovers what rules cannot repair",
    getArgumentCompletions: async (prefix) => (await load(() => import("./choose-model.ts"))).complete(app, prefix),
    handler: async (args, ctx) => (await load(() => import("./choose-model.ts"))).run(app, args, ctx),
  });
};

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
