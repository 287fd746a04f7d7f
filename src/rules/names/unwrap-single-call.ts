import type { Tool, ToolCall } from "../../core/call.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../core/json.ts";
import { foldName } from "../../core/name-words.ts";
import { parseJson } from "../../core/parse-json.ts";
import type { NameReading, NameRule } from "../../core/rule.ts";
import { genericNames } from "../aliases/name-affixes.ts";
import { foldToolName } from "./reading/fold-tool-name.ts";
import { indexTools } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

const read: Tool = {
  name: "read",
  description: "",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/**
 * A call of a wrapper instead of a tool, with one call inside: `multi_tool_use.parallel` with a single use, or a name such as `tool_call`
 * with the tool's own name among the arguments. Two calls cannot become one, so they are left alone.
 */
export const unwrapSingleCall: NameRule = {
  name: "unwrap-single-call",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const inner = innerCall(call);
    if (inner === undefined) return [];
    const name = takeApart(inner.name)?.core ?? "";
    const folds = new Set([name, ...withoutAffixes(name)].map(foldToolName));
    return indexTools(tools).flatMap(({ tool, fold }): readonly NameReading[] =>
      folds.has(fold) ? [{ tool, call: { ...call, name: tool.name, arguments: inner.args } }] : [],
    );
  },
  examples: [
    {
      tools: [read],
      sent: {
        name: "multi_tool_use.parallel",
        arguments: { tool_uses: [{ recipient_name: "functions.read", parameters: { path: "a" } }] },
      },
      runs: { name: "read", arguments: { path: "a" } },
    },
    {
      tools: [read],
      sent: { name: "tool_call", arguments: { name: "read", arguments: '{"path":"a"}' } },
      runs: { name: "read", arguments: { path: "a" } },
    },
    {
      tools: [read],
      sent: {
        name: "multi_tool_use.parallel",
        arguments: {
          tool_uses: [
            { recipient_name: "functions.read", parameters: { path: "a" } },
            { recipient_name: "functions.read", parameters: { path: "b" } },
          ],
        },
      },
    },
    {
      tools: [read],
      sent: { name: '{"name":"read","arguments":{"path":"a"}}', arguments: {} },
      runs: { name: "read", arguments: { path: "a" } },
    },
    { tools: [read], sent: { name: "tool", arguments: { path: "a" } } },
    { tools: [read], sent: { name: "tool_call", arguments: { name: "read", arguments: { path: "a" }, next: "b" } } },
  ],
};

interface InnerCall {
  readonly name: string;
  readonly args: JsonObject;
}

function innerCall({ name, arguments: args, argumentsError }: ToolCall): InnerCall | undefined {
  if (/^\s*\{/.test(name))
    return argumentsError === undefined && Object.keys(args).length === 0 ? wholeCall(name) : undefined;
  const folded = foldName(name);
  if (folded.endsWith("parallel") || folded === "batch" || folded === "multitooluse") return soleUse(args);
  if (folded === "usemcptool" || folded === "callmcptool" || folded === "mcptool") return mcpUse(args);
  return genericNames.has(folded) || folded === "" ? namedUse(args) : undefined;
}

/** A name that is the text of the whole call. */
function wholeCall(text: string): InnerCall | undefined {
  const call = parseJson(text);
  return call !== undefined && isObject(call) ? namedUse(call) : undefined;
}

/** The only entry of the only member, where that is a list of calls. */
function soleUse(args: JsonObject): InnerCall | undefined {
  const [list, other] = Object.values(args);
  if (list === undefined || other !== undefined || !isArray(list) || list.length !== 1) return undefined;
  const [use] = list;
  return use !== undefined && isObject(use) ? namedUse(use) : undefined;
}

const NAME_KEYS = ["name", "tool", "tool_name", "toolName", "recipient_name", "function", "function_name"];
const ARGUMENT_KEYS = ["arguments", "parameters", "args", "params", "input", "tool_input", "function_args"];

/** An object with nothing but a tool's name and its arguments. */
function namedUse(use: JsonObject): InnerCall | undefined {
  const keys = Object.keys(use).filter((key) => key !== "id" && key !== "type");
  const name = keys.find((key) => NAME_KEYS.includes(key));
  const args = keys.find((key) => ARGUMENT_KEYS.includes(key));
  if (name === undefined || args === undefined || keys.length !== 2) return undefined;
  return innerOf(use[name], use[args]);
}

function mcpUse({ server_name: server, tool_name: tool, arguments: args, ...rest }: JsonObject): InnerCall | undefined {
  if (typeof server !== "string" || typeof tool !== "string" || Object.keys(rest).length > 0) return undefined;
  return innerOf(`mcp__${server}__${tool}`, args ?? {});
}

function innerOf(name: Json | undefined, args: Json | undefined): InnerCall | undefined {
  const object = typeof args === "string" ? parseJson(args) : args;
  return typeof name === "string" && object !== undefined && isObject(object) ? { name, args: object } : undefined;
}
