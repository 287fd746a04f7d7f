import type { Tool } from "../../core/call.ts";
import type { NameRule } from "../../core/rule.ts";
import { builtinNames } from "../aliases/tool-meanings.ts";
import { callUnder } from "./reading/call-under.ts";
import { foldToolName } from "./reading/fold-tool-name.ts";
import { type IndexedTool, indexTools, splitMcpName } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

function tool(name: string): Tool {
  return { name, description: "", parameters: { type: "object", properties: { query: { type: "string" } } } };
}

/**
 * The name of an MCP tool with its prefix partly given, or of an extension's tool with an MCP prefix too many. A server that is
 * named must be the tool's own, and the agent's built-in tools are never meant.
 */
export const completeMcpName: NameRule = {
  name: "complete-mcp-name",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined) return [];
    const sent = splitMcpName(written.core);
    const index = indexTools(tools);
    const found =
      sent === undefined
        ? byPart(index, [written.core, ...withoutAffixes(written.core)])
        : byOwnName(index, sent.server, sent.name);
    return found.flatMap((indexed) => callUnder(indexed.tool, call, written.glued) ?? []);
  },
  examples: [
    {
      tools: [tool("mcp__notes__search"), tool("read")],
      sent: { name: "notes.search", arguments: { query: "a" } },
      runs: { name: "mcp__notes__search", arguments: { query: "a" } },
    },
    {
      tools: [tool("mcp__notes__search_all")],
      sent: { name: "searchAll", arguments: { query: "a" } },
      runs: { name: "mcp__notes__search_all", arguments: { query: "a" } },
    },
    {
      tools: [tool("find_places")],
      sent: { name: "mcp__maps__find_places", arguments: { query: "a" } },
      runs: { name: "find_places", arguments: { query: "a" } },
    },
    {
      tools: [tool("list_users"), tool("mcp__git__list_issues")],
      sent: { name: "mcp__git__list_users", arguments: { query: "a" } },
    },
    { tools: [tool("grep")], sent: { name: "mcp__files__grep", arguments: { query: "a" } } },
    { tools: [tool("mcp__notes__search")], sent: { name: "mcp__mail__search", arguments: { query: "a" } } },
    {
      tools: [tool("mcp__notes__search"), tool("mcp__mail__search")],
      sent: { name: "search", arguments: { query: "a" } },
    },
  ],
};

/** MCP tools of which a name is the tool's part, alone or behind the server's. */
function byPart(index: readonly IndexedTool[], names: readonly string[]): readonly IndexedTool[] {
  const folds = new Set(names.map((name) => foldToolName(name.replace(/^mcp_+/i, ""))));
  return index.filter(({ mcp }) => {
    if (mcp === undefined) return false;
    const name = foldToolName(mcp.name);
    const server = foldToolName(mcp.server);
    return folds.has(name) || folds.has(foldToolName(`${mcp.server}_${mcp.name}`)) || folds.has(server + name);
  });
}

/**
 * Tools that bear the very name an MCP prefix stands in front of. None where tools with such prefixes are active: then the others
 * are no MCP tools.
 */
function byOwnName(index: readonly IndexedTool[], server: string, name: string): readonly IndexedTool[] {
  if (index.some(({ mcp }) => mcp !== undefined)) return [];
  const folds = new Set([foldToolName(name), foldToolName(`${server}_${name}`)]);
  return index.filter(
    ({ mcp, fold, tool: { name: own } }) => mcp === undefined && folds.has(fold) && !builtinNames.has(own),
  );
}
