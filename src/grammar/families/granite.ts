import { broken, cut, type MarkedFamily, NONE } from "../family.ts";
import { readJsonCalls } from "../json-calls.ts";

const open = /<\|tool_call\|>|<tool_call>/y;
const close = /\s*(?:<\|?\/tool_call\|?>|<\|end_of_text\|>)/y;

/** Granite: JSON calls after `<|tool_call|>`, mostly a list, or in `<tool_call>`. */
export const granite: MarkedFamily = {
  name: "granite",
  use: "default",
  extent: "marked",
  sentinels: ["tool_call|>", "<tool_call>"],
  opener: String.raw`<\|tool_call\|>|<tool_call>`,
  marks: ["<|tool_call|>"],
  read(source, at) {
    const body = source.skipSpace(at + (source.match(open, at)?.[0].length ?? 0));
    if (body === source.text.length) return cut(true);
    const read = readJsonCalls(source, body, ["</tool_call>", "<|/tool_call|>", "</|tool_call|>"]);
    if (read.kind === "cut") return cut();
    if (read.kind === "broken") return broken("the JSON after the mark is not a call");
    if (read.kind === "none") return NONE;
    return { ...read, end: read.end + (source.match(close, read.end)?.[0].length ?? 0) };
  },
};
