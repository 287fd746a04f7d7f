import type { ToolRenderers } from "@earendil-works/pi-coding-agent";
import type { Tool } from "../core/call.ts";
import type { Feature } from "./app.ts";

/** What a tool does to the arguments before they are validated. May change its input. */
export type PrepareArguments = (args: unknown) => unknown;

/** What a tool's full definition says about its hidden shim. */
interface SeenDefinition {
  readonly parameters: unknown;
  readonly prepareArguments: PrepareArguments | undefined;
}

/** The definitions seen so far. */
export interface ToolDefinitions {
  see(toolName: string, definition: SeenDefinition): void;
  /** The definition of this very tool, `undefined` when it has not been seen. */
  of(tool: Tool): SeenDefinition | undefined;
}

export function createToolDefinitions(): ToolDefinitions {
  const seen = new Map<string, SeenDefinition>();
  return {
    see: (toolName, { parameters, prepareArguments }) => void seen.set(toolName, { parameters, prepareArguments }),
    of({ name, parameters }) {
      const definition = seen.get(name);
      return definition?.parameters === parameters ? definition : undefined;
    },
  };
}

/**
 * Remembers the definitions pi shows while it draws the rows of calls; only a terminal draws any. Installed last: what an
 * earlier renderer of ours puts in a definition's place is no definition.
 */
export const watchToolDefinitions: Feature = ({ pi, definitions }) => {
  // Older versions of pi have no tool renderers.
  pi.registerToolRenderer?.((toolName, next) => {
    const renderers = next();
    if (renderers !== undefined && isDefinition(renderers, toolName)) definitions.see(toolName, renderers);
    return renderers;
  });
};

/** Whether the renderers are the whole definition of the tool, rather than what an extension put in its place. */
function isDefinition(renderers: ToolRenderers, toolName: string): renderers is ToolRenderers & SeenDefinition {
  return "execute" in renderers && "parameters" in renderers && "name" in renderers && renderers.name === toolName;
}
