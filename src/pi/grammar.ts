import type { Feature } from "./app.ts";
import { isEmptyStop } from "./calls.ts";

/** Calls a model wrote into its text become calls, before the repair sees the message. Stops for calls that are not there are answered. */
export const textCalls: Feature = (app) => {
  const isOn = () => app.settings().grammarRepair.enabled;
  // What hides markup while it streams has to be there when the run starts.
  app.on("before_agent_start", () => (isOn() && app.judging() ? app.prepareForCalls() : undefined));
  app.on("message_end", ({ message }, { signal }) => {
    if (message.role !== "assistant" || !app.judging()) return undefined;
    if (app.plugs.readText !== undefined) return app.plugs.readText(message, signal);
    if (!isOn() && !isEmptyStop(message)) return undefined;
    return app.prepareForCalls().then(() => app.plugs.readText?.(message, signal));
  });
};
