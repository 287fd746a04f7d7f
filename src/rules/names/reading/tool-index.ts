import type { Tool } from "../../../core/call.ts";
import { nameWords } from "../../../core/name-words.ts";
import { foldToolName } from "./fold-tool-name.ts";

/** An active tool with its name taken apart. */
export interface IndexedTool {
  readonly tool: Tool;
  readonly fold: string;
  readonly words: readonly string[];
  /** For `mcp__<server>__<tool>`: the two parts. */
  readonly mcp: { readonly server: string; readonly name: string } | undefined;
}

const indexes = new WeakMap<ReadonlyMap<string, Tool>, readonly IndexedTool[]>();

/** The active tools, taken apart once for each set of them. */
export function indexTools(tools: ReadonlyMap<string, Tool>): readonly IndexedTool[] {
  const known = indexes.get(tools);
  if (known !== undefined && known.length === tools.size) return known;
  const index = [...tools.values()].map((tool) => ({
    tool,
    fold: foldToolName(tool.name),
    words: nameWords(tool.name),
    mcp: splitMcpName(tool.name),
  }));
  indexes.set(tools, index);
  return index;
}

/** The parts of an `mcp__<server>__<tool>` name; the server ends at the first double underscore. */
export function splitMcpName(name: string): { readonly server: string; readonly name: string } | undefined {
  const [, server, rest] = /^mcp__(.+?)__(.+)$/i.exec(name) ?? [];
  return server === undefined || rest === undefined ? undefined : { server, name: rest };
}
