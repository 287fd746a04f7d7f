import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { Tool } from "../core/call.ts";

/** Where a tool comes from, as far as its hidden `prepareArguments` is concerned. */
export type ToolOrigin = "builtin" | "foreign";

interface Prepared {
  readonly tool: Tool;
  readonly info: Pick<ToolInfo, "name" | "description" | "parameters" | "annotations" | "sourceInfo">;
}

const origins = new WeakMap<Tool, ToolOrigin>();

/** `builtin` for pi's own tools and for MCP tools, whoever connects them; `foreign` for what extensions and the SDK bring. */
export function originOf(tool: Tool): ToolOrigin {
  return origins.get(tool) ?? "foreign";
}

/** Reads the active tools; a tool, and the whole map, stay the same objects as long as the host's do. */
export function createActiveTools(
  pi: Pick<ExtensionAPI, "getActiveTools" | "getAllTools">,
): () => ReadonlyMap<string, Tool> {
  let prepared: ReadonlyMap<string, Prepared> = new Map();
  let tools: ReadonlyMap<string, Tool> = new Map();

  return () => {
    const active = new Set(pi.getActiveTools());
    const next = new Map<string, Prepared>();
    let changed = active.size !== prepared.size;
    for (const info of pi.getAllTools()) {
      if (!active.has(info.name)) continue;
      const known = prepared.get(info.name);
      const same = known !== undefined && isSame(known.info, info);
      if (!same) changed = true;
      next.set(info.name, same ? known : { tool: toolFrom(info), info });
    }
    if (!changed && next.size === prepared.size) return tools;
    prepared = next;
    tools = new Map([...next].map(([name, { tool }]) => [name, tool]));
    return tools;
  };
}

function isSame(a: Prepared["info"], b: ToolInfo): boolean {
  return (
    a.parameters === b.parameters &&
    a.description === b.description &&
    a.sourceInfo?.path === b.sourceInfo?.path &&
    // pi copies the annotations at every reading
    a.annotations?.destructiveHint === b.annotations?.destructiveHint &&
    a.annotations?.readOnlyHint === b.annotations?.readOnlyHint
  );
}

/** The core's view of a tool of pi. */
export function toolFrom({ name, description, parameters, annotations, sourceInfo }: ToolInfo): Tool {
  const tool: Tool = {
    name,
    description,
    parameters: parameters as Tool["parameters"],
    ...(annotations === undefined ? {} : { annotations }),
  };
  const builtin = sourceInfo?.source === "builtin" || name.startsWith("mcp__");
  origins.set(tool, builtin ? "builtin" : "foreign");
  return tool;
}
