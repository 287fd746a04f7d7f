import type { ToolExecutionStartEvent } from "@earendil-works/pi-coding-agent";
import { toolFrom } from "./active-tools.ts";
import type { App } from "./app.ts";
import { replaceArguments } from "./calls.ts";
import type { Decider } from "./decider.ts";

/**
 * Repairs the arguments of a call that another tool makes, such as those of codemode scripts. It passes no message; pi
 * validates the very object the event carries, so it is changed in place. The name stays.
 */
export async function repairNestedCall(
  app: App,
  decider: Decider,
  { toolCallId, toolName, args }: ToolExecutionStartEvent,
): Promise<void> {
  if (Object.hasOwn(app.settings().tools, toolName) || typeof args !== "object" || args === null) return;
  // A nested call may reach tools that are not active.
  const info = app.pi.getAllTools().find(({ name }) => name === toolName);
  if (info === undefined) return;
  const outcome = await decider.decideNested({ id: toolCallId, name: toolName, arguments: args }, toolFrom(info));
  if (outcome.kind === "repaired" && outcome.call.name === toolName) replaceArguments(args, outcome.call.arguments);
}
