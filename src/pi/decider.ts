import type { Tool, ToolCall } from "../core/call.ts";
import { decideMessage, type Recover } from "../core/decide.ts";
import { createEngine, type Engine } from "../core/engine.ts";
import type { Outcome } from "../core/outcome.ts";
import { rules } from "../rules/index.ts";
import { originOf } from "./active-tools.ts";
import type { App, ModelKey } from "./app.ts";
import { createHost } from "./host.ts";
import type { Settings } from "./settings.ts";
import { openShimMemory } from "./shim-memory.ts";
import { guardShims } from "./shims.ts";

export interface Decider {
  /** What becomes of the calls of one message. Never rejects. */
  decideMessage(
    calls: readonly ToolCall[],
    from: ModelKey,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome[]>;
  /** What the rules make of a call another tool makes; recovery is not asked. */
  decideNested(call: ToolCall, tool: Tool): Promise<Outcome>;
}

/** The engine over the running pi, as the settings want it. */
export function createDecider(app: App): Decider {
  const memory = openShimMemory(app);
  const host = createHost((tool) => app.definitions.of(tool)?.prepareArguments);
  const guard = guardShims(app, host, memory);
  let model: ModelKey = { provider: "", model: "" };
  let built: { readonly from: Settings; readonly engine: Engine } | undefined;

  function engine(): Engine {
    const settings = app.settings();
    if (built?.from !== settings) {
      const { rules: switches, aliases } = settings;
      const learned = (tool: Tool) => app.plugs.learned?.(tool, model) ?? [];
      const onDefect = (error: unknown) => app.reportDefect("The repair of a call", error);
      built = { from: settings, engine: guard(createEngine({ host, rules, switches, aliases, learned, onDefect })) };
    }
    return built.engine;
  }

  function usable(): ReadonlyMap<string, Tool> {
    const tools = app.tools();
    const off = Object.keys(app.settings().tools);
    return off.some((name) => tools.has(name)) ? new Map([...tools].filter(([name]) => !off.includes(name))) : tools;
  }

  return {
    async decideMessage(calls, from, signal) {
      const tools = usable();
      if (calls.some(({ name }) => isForeign(tools.get(name)))) await memory.load();
      model = from;
      // Observing changes nothing, so an answer would be paid for in vain.
      return decideMessage(
        calls,
        { engine: engine(), tools, recover: app.active() ? recovery(app, from) : undefined },
        signal,
      );
    },
    async decideNested(call, tool) {
      if (isForeign(tool)) await memory.load();
      model = { provider: "", model: "" };
      return engine().decide(call, new Map([[tool.name, tool]]));
    },
  };
}

function isForeign(tool: Tool | undefined): boolean {
  return tool !== undefined && originOf(tool) === "foreign";
}

/** A defect of recovery leaves the refusal as it is. */
function recovery({ plugs: { recover }, reportDefect }: App, from: ModelKey): Recover | undefined {
  if (recover === undefined) return undefined;
  return async (refused, tools, signal) => {
    try {
      return await recover(refused, tools, signal, from);
    } catch (error) {
      reportDefect("Recovery", error);
      return refused;
    }
  };
}
