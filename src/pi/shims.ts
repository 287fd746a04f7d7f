import type { Tool, ToolCall } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { originOf } from "./active-tools.ts";
import type { App } from "./app.ts";
import { type PiHost, rejectionText } from "./host.ts";
import type { ShimMemory } from "./shim-memory.ts";
import { resultText } from "./tool-result.ts";

/** A rejected call that was left to pi, and what pi answers when nothing prepares its arguments. */
interface Trial {
  readonly tool: Tool;
  readonly rejection: string;
}

/**
 * Keeps an engine away from calls that a hidden shim may be meant for. An extension's tool may accept calls its schema
 * rejects, by a `prepareArguments` that pi does not show. So its first rejected call is left to pi: if pi runs it, the
 * tool has a shim and is left alone from then on; if pi fails it with the very words of its validator, the tool has none,
 * and its calls are repaired like any other. A tool whose definition was seen needs no trial.
 */
export function guardShims(app: App, host: PiHost, memory: ShimMemory): (engine: Engine) => Engine {
  const { definitions } = app;
  const trials = app.perSession(() => new Map<string, Trial>());

  function takeTrial(callId: string): Trial | undefined {
    const trial = trials().get(callId);
    trials().delete(callId);
    return trial;
  }

  app.on("tool_call", ({ toolCallId }) => {
    const trial = takeTrial(toolCallId);
    if (trial !== undefined) memory.learn(trial.tool, "shim");
  });
  app.on("tool_execution_end", ({ toolCallId, result }) => {
    const trial = takeTrial(toolCallId);
    if (trial !== undefined && resultText(result) === trial.rejection) memory.learn(trial.tool, "none");
  });

  function isLeftToPi(call: ToolCall, tool: Tool): boolean {
    const definition = definitions.of(tool);
    const known = definition === undefined ? memory.recall(tool) : undefined;
    if (known === "shim") return true;
    if (definition !== undefined || known === "none" || host.accept(tool, call.arguments) !== undefined) return false;
    if (call.id !== undefined) trials().set(call.id, { tool, rejection: rejectionText(tool, call) });
    return true;
  }

  /** Whether a known shim makes of the call what pi runs as meant. */
  function isSettledByShim(call: ToolCall, tool: Tool, tools: ReadonlyMap<string, Tool>, engine: Engine): boolean {
    const prepared = host.prepare(tool, call.arguments);
    if (prepared === undefined) return false;
    const { kind } = engine.decide({ ...call, arguments: prepared }, tools);
    return kind === "untouched" || kind === "reported";
  }

  return (engine) => ({
    decide(call, tools) {
      const outcome = engine.decide(call, tools);
      if (outcome.kind === "untouched") return outcome;
      const tool = tools.get(call.name);
      // Malformed text fails before any shim could help.
      if (tool === undefined || call.argumentsError !== undefined) return outcome;
      const leave =
        isSettledByShim(call, tool, tools, engine) || (originOf(tool) === "foreign" && isLeftToPi(call, tool));
      return leave ? { kind: "untouched", call } : outcome;
    },
  });
}
