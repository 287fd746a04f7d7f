import { toolFrom } from "./active-tools.ts";
import type { App } from "./app.ts";
import { replaceArguments } from "./calls.ts";
import type { Decider } from "./decider.ts";

/**
 * Repairs the arguments of calls that other tools make, such as those of codemode scripts. They pass no message; pi
 * validates the very object the event carries, so it is changed in place. The name stays.
 */
export function repairNestedCalls(app: App, decider: () => Promise<Decider>): void {
  app.on("tool_execution_start", async ({ parentToolCallId, toolCallId, toolName, args }) => {
    if (parentToolCallId === undefined || !app.active() || Object.hasOwn(app.settings().tools, toolName)) return;
    // A nested call may reach tools that are not active.
    const info = app.pi.getAllTools().find(({ name }) => name === toolName);
    if (info === undefined || typeof args !== "object" || args === null) return;
    const call = { id: toolCallId, name: toolName, arguments: args };
    const outcome = await (await decider()).decideNested(call, toolFrom(info));
    if (outcome.kind === "repaired" && outcome.call.name === toolName) replaceArguments(args, outcome.call.arguments);
  });
}
