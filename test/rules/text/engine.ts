import type { Tool } from "../../../src/core/call.ts";
import { createEngine } from "../../../src/core/engine.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { libraryHost } from "../../../src/core/library-host.ts";
import { rules } from "../../../src/rules/index.ts";

const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });

/** What runs for a raw argument text; `undefined` when the call is refused. */
export function readText(text: string, tool: Tool): JsonObject | undefined {
  const argumentsError = `Unexpected token\n\nReceived arguments:\n${text}`;
  const outcome = engine.decide({ name: tool.name, arguments: {}, argumentsError }, new Map([[tool.name, tool]]));
  return outcome.kind === "refused" ? undefined : outcome.call.arguments;
}
