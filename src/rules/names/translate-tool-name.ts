import type { Tool, ToolCall } from "../../core/call.ts";
import { foldName } from "../../core/name-words.ts";
import type { NameRule } from "../../core/rule.ts";
import { isHarmlessParameter } from "../aliases/harmless-parameters.ts";
import { selectors, type ToolMeaning, toolMeanings } from "../aliases/tool-meanings.ts";
import { callUnder } from "./reading/call-under.ts";
import { type IndexedTool, indexTools } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

function tool(name: string, ...properties: readonly string[]): Tool {
  const schemas = Object.fromEntries(properties.map((property) => [property, { type: "string" }]));
  return { name, description: "", parameters: { type: "object", properties: schemas, required: properties } };
}

/**
 * The name another coding agent gives to a tool that does the same: `run_terminal_cmd` for `bash`, `str_replace` for `edit`. Not
 * where the call asks for something the active tool would not do, such as replacing every match or working elsewhere.
 */
export const translateToolName: NameRule = {
  name: "translate-tool-name",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined || /^mcp__/i.test(written.core)) return [];
    const names = [written.core, ...withoutAffixes(written.core)].map(foldName);
    const selected = select(names, call);
    const index = indexTools(tools);
    const readings = (selected?.meanings ?? toolMeanings).flatMap((meaning) =>
      selected === undefined && !names.some((name) => knows(meaning, name)) ? [] : targets(meaning, index),
    );
    const sent = selected?.call ?? call;
    return [...new Set(readings)].flatMap((target) => {
      const reading = callUnder(target.tool, sent, written.glued);
      return reading === undefined ? [] : [{ ...reading, mayIgnore: isHarmlessParameter }];
    });
  },
  examples: [
    {
      tools: [tool("bash", "command")],
      sent: { name: "run_terminal_cmd", arguments: { command: "ls" } },
      runs: { name: "bash", arguments: { command: "ls" } },
    },
    {
      tools: [tool("read", "path"), tool("write", "path", "content")],
      sent: { name: "str_replace_editor", arguments: { command: "view", path: "a" } },
      runs: { name: "read", arguments: { path: "a" } },
    },
    {
      tools: [tool("bash", "command")],
      sent: { name: "Shell", arguments: { command: "ls", run_in_background: true } },
    },
    { tools: [tool("bash", "command")], sent: { name: "exec_command", arguments: { command: "ls", workdir: "/x" } } },
    { tools: [tool("write", "path", "content")], sent: { name: "delete_file", arguments: { path: "a" } } },
    {
      tools: [tool("search_files", "pattern"), tool("rg", "pattern")],
      sent: { name: "grep", arguments: { pattern: "a" } },
    },
  ],
};

function knows(meaning: ToolMeaning, name: string): boolean {
  return meaning.names.includes(name) || (meaning.also?.includes(name) ?? false);
}

/** Active tools of a meaning, by their own names or by the tool's part of MCP names. */
function targets(meaning: ToolMeaning, index: readonly IndexedTool[]): readonly IndexedTool[] {
  return index.filter(({ tool: { name }, mcp }) => meaning.names.includes(foldName(mcp?.name ?? name)));
}

interface Selected {
  readonly meanings: readonly ToolMeaning[];
  readonly call: ToolCall;
}

/** The meaning that a parameter of a many-in-one tool chooses, with the call without that parameter. */
function select(names: readonly string[], call: ToolCall): Selected | undefined {
  const name = names.find((candidate) => Object.hasOwn(selectors, candidate));
  const selector = name === undefined ? undefined : selectors[name];
  if (selector === undefined || !Object.hasOwn(call.arguments, selector.key)) return undefined;
  const { [selector.key]: choice, ...rest } = call.arguments;
  const target =
    typeof choice === "string" && Object.hasOwn(selector.tools, choice) ? selector.tools[choice] : undefined;
  const meanings = toolMeanings.filter((meaning) => target !== undefined && meaning.names.includes(target));
  return { meanings, call: { ...call, arguments: rest } };
}
