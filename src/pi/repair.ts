import type { Feature } from "./app.ts";
import { callsIn } from "./calls.ts";
import { load } from "./load.ts";

/**
 * Decides the calls of each finished assistant message before pi validates them, and those that other tools make. The
 * rules and all that works with calls are read while the model still writes its first call, and not at all in a session
 * without calls.
 */
export const repairCalls: Feature = (app) => {
  const prepare = async () => {
    await app.prepareForCalls();
    const { createDecider } = await load(() => import("./decider.ts"));
    const { repairMessage } = await load(() => import("./repair-message.ts"));
    const { repairNestedCall } = await load(() => import("./nested.ts"));
    return { decider: createDecider(app), repairMessage, repairNestedCall };
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  const tools = () => {
    prepared ??= prepare();
    return prepared;
  };

  app.plugs.decide = async (calls, from, signal) => (await tools()).decider.decideMessage(calls, from, signal);

  const stop = app.on("message_update", async ({ assistantMessageEvent: { type } }) => {
    if (type !== "toolcall_start" || !app.judging()) return;
    stop?.();
    await tools();
  });
  app.on("message_end", ({ message }, { signal }) => {
    if (message.role !== "assistant" || !app.judging() || callsIn(message).length === 0) return undefined;
    return tools().then(({ decider, repairMessage }) => repairMessage(app, decider, message, signal));
  });
  app.on("tool_execution_start", (event) => {
    if (event.parentToolCallId === undefined || !app.active()) return undefined;
    return tools().then(({ decider, repairNestedCall }) => repairNestedCall(app, decider, event));
  });
};
