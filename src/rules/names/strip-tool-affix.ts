import type { Tool } from "../../core/call.ts";
import type { NameRule } from "../../core/rule.ts";
import { callUnder } from "./reading/call-under.ts";
import { foldToolName } from "./reading/fold-tool-name.ts";
import { indexTools } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

function tool(name: string): Tool {
  return { name, description: "", parameters: { type: "object", properties: { path: { type: "string" } } } };
}

/** A prefix or suffix that runtimes and models add to a tool's name: `functions.read`, `default_api:read`, `read_tool`. */
export const stripToolAffix: NameRule = {
  name: "strip-tool-affix",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined || /^mcp__/i.test(written.core)) return [];
    const folds = new Set(withoutAffixes(written.core).map(foldToolName));
    return indexTools(tools).flatMap((indexed) =>
      folds.has(indexed.fold) ? (callUnder(indexed.tool, call, written.glued) ?? []) : [],
    );
  },
  examples: [
    {
      tools: [tool("read")],
      sent: { name: "functions.read:0", arguments: { path: "a" } },
      runs: { name: "read", arguments: { path: "a" } },
    },
    {
      tools: [tool("read")],
      sent: { name: "assistant to=functions.Read", arguments: { path: "a" } },
      runs: { name: "read", arguments: { path: "a" } },
    },
    { tools: [tool("read")], sent: { name: "unread", arguments: { path: "a" } } },
    { tools: [tool("read")], sent: { name: "github.read", arguments: { path: "a" } } },
  ],
};
