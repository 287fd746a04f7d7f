import type { Feature } from "./app.ts";
import { callsIn } from "./calls.ts";
import { load } from "./load.ts";
import { explainUnknownTools } from "./unknown-tools.ts";

/**
 * Decides the calls of each finished assistant message before pi validates them, and those that other tools make. The
 * rules and all that works with them are read while the model still writes its first call, and not at all in a session
 * without calls.
 */
export const repairCalls: Feature = (app) => {
  const open = async () => {
    const { createDecider } = await load(() => import("./decider.ts"));
    const { repairMessage } = await load(() => import("./repair-message.ts"));
    const { repairNestedCall } = await load(() => import("./nested.ts"));
    return { decider: createDecider(app), repairMessage, repairNestedCall };
  };
  let loaded: ReturnType<typeof open> | undefined;
  const tools = () => {
    loaded ??= open();
    return loaded;
  };

  app.plugs.decide = async (calls, from, signal) => (await tools()).decider.decideMessage(calls, from, signal);

  const stop = app.on("message_update", async ({ assistantMessageEvent: { type } }) => {
    if (type !== "toolcall_start" || !app.judging()) return;
    stop?.();
    await tools();
  });
  app.on("message_end", async ({ message }, { signal }) => {
    if (message.role !== "assistant" || !app.judging() || callsIn(message).length === 0) return undefined;
    const { decider, repairMessage } = await tools();
    return repairMessage(app, decider, message, signal);
  });
  app.on("tool_execution_start", async (event) => {
    if (event.parentToolCallId === undefined || !app.active()) return;
    const { decider, repairNestedCall } = await tools();
    await repairNestedCall(app, decider, event);
  });
  explainUnknownTools(app);
};
