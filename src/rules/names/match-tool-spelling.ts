import type { Tool } from "../../core/call.ts";
import type { NameReading, NameRule } from "../../core/rule.ts";
import { isHarmlessParameter } from "../aliases/harmless-parameters.ts";
import { toolMeanings } from "../aliases/tool-meanings.ts";
import { callUnder } from "./reading/call-under.ts";
import { foldToolName } from "./reading/fold-tool-name.ts";
import { indexTools } from "./reading/tool-index.ts";
import { takeApart } from "./reading/written-name.ts";

function tool(name: string): Tool {
  return { name, description: "", parameters: { type: "object", properties: { path: { type: "string" } } } };
}

/** A tool's name in another case or with other separators, or with template tokens or arguments glued to it. */
export const matchToolSpelling: NameRule = {
  name: "match-tool-spelling",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined) return [];
    const exact = tools.get(written.core);
    if (exact !== undefined) return [callUnder(exact, call, written.glued)].filter(isReading);
    const fold = foldToolName(written.core);
    if (fold === "") return [];
    const same = indexTools(tools).filter((indexed) => indexed.fold === fold);
    // `Bash` and `Grep` are also tools of other agents, with parameters of their own.
    const shared = toolMeanings.some(({ names }) => names.includes(fold));
    return same.flatMap((indexed) => {
      const reading = callUnder(indexed.tool, call, written.glued);
      if (reading === undefined) return [];
      return [shared ? { ...reading, mayIgnore: isHarmlessParameter } : reading];
    });
  },
  examples: [
    {
      tools: [tool("read_file")],
      sent: { name: "ReadFile", arguments: { path: "a" } },
      runs: { name: "read_file", arguments: { path: "a" } },
    },
    {
      tools: [tool("read")],
      sent: { name: "read<|channel|>commentary", arguments: { path: "a" } },
      runs: { name: "read", arguments: { path: "a" } },
    },
    {
      tools: [tool("read")],
      sent: { name: 'read{"path":"a"}', arguments: {} },
      runs: { name: "read", arguments: { path: "a" } },
    },
    { tools: [tool("read")], sent: { name: "Read", arguments: { path: "a", view_range: [1, 9] } } },
    { tools: [tool("read")], sent: { name: "read the file", arguments: { path: "a" } } },
    { tools: [tool("read_v10")], sent: { name: "read_v1_0", arguments: { path: "a" } } },
    { tools: [tool("read_file"), tool("readfile")], sent: { name: "ReadFile", arguments: { path: "a" } } },
  ],
};

function isReading(reading: NameReading | undefined): reading is NameReading {
  return reading !== undefined;
}
