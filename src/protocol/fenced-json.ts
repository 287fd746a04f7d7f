import type { Tool } from "../core/call.ts";
import { isObject } from "../core/json.ts";
import { readJson } from "../grammar/json-text.ts";
import type { Source } from "../grammar/source.ts";
import { readCallText, readCut } from "./tool-call-json.ts";
import type { Variant } from "./variant.ts";

const OPEN = /^[ \t]*(`{3,})[ \t]*(?:(tool_call|tool|json)[ \t]*)?\r?\n/my;

/** The whole call as JSON in a fence, for models that write everything so. */
export const fencedJson: Variant = {
  name: "fenced-json",
  shape: '```tool_call\n{"name": "NAME", "arguments": {"ARGUMENT": VALUE}}\n```',
  note: "The fence holds the whole call as one JSON object. Other fences are never run.",
  openers: ["```"],
  opener: "^[ \\t]*`{3,}[ \\t]*(?:(?:tool_call|tool|json)[ \\t]*)?\\r?$",
  isFence: true,
  render: ({ name, arguments: args }) => `\`\`\`tool_call\n${JSON.stringify({ name, arguments: args })}\n\`\`\``,
  read(source, at, tools) {
    const open = source.match(OPEN, at);
    if (open === undefined) return { kind: "none" };
    const inside = at + open[0].length;
    const close = closingFence(open[1] ?? "```", source.text, inside);
    const isOurs = open[2] === "tool_call" || open[2] === "tool";
    if (close === undefined) {
      return isOurs ? readCut(source, inside) : { kind: "none" };
    }
    const text = source.text.slice(inside, close.at);
    // Any other JSON is shown to the reader: only a whole call of an active tool that ends the message is meant to run.
    if (!isOurs && !(isCallOfActiveTool(text, tools) && endsMessage(source, close.end))) return { kind: "none" };
    return readCallText(text, close.end);
  },
};

/** Only line breaks end a line here: a multiline expression takes U+2028, which JSON may hold as it is, for one as well. */
function closingFence(fence: string, text: string, from: number): { at: number; end: number } | undefined {
  const pattern = new RegExp(`(?<![^\\n])[ \\t]*\`{${fence.length},}[ \\t]*\\r?(?![^\\n])`, "g");
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? undefined : { at: match.index, end: match.index + match[0].length };
}

/** Whether nothing follows but further fences. */
function endsMessage(source: Source, at: number): boolean {
  const next = source.skipSpace(at);
  return next === source.text.length || source.text.startsWith("```", next);
}

function isCallOfActiveTool(text: string, tools: ReadonlyMap<string, Tool>): boolean {
  const value = readJson(text.trim());
  if (!isObject(value)) return false;
  const { name, arguments: args, ...rest } = value;
  return typeof name === "string" && tools.has(name) && isObject(args) && Object.keys(rest).length === 0;
}
