import type { Feature } from "./app.ts";
import { load } from "./load.ts";

/** `/toolhealth` and `/toolrule-remove`. What they do is loaded when they are used. */
export const health: Feature = (app) => {
  app.pi.registerCommand("toolhealth", {
    description: "How the calls of each model come out on this machine; --json for machines",
    getArgumentCompletions: (prefix) => ("--json".startsWith(prefix) ? [{ value: "--json", label: "--json" }] : null),
    handler: async (args, ctx) => {
      try {
        await (await load(() => import("./view/show-health.ts"))).showHealth(app, args, ctx);
      } catch (error) {
        app.reportDefect("/toolhealth", error);
      }
    },
  });
  app.pi.registerCommand("toolrule-remove", {
    description: "Take a rule that a model is taught away for good: <provider/model> <rule>",
    getArgumentCompletions: async (prefix) => (await load(() => import("./remove-rule.ts"))).complete(app, prefix),
    handler: async (args, ctx) => {
      try {
        await (await load(() => import("./remove-rule.ts"))).run(app, args, ctx);
      } catch (error) {
        app.reportDefect("/toolrule-remove", error);
      }
    },
  });
};
