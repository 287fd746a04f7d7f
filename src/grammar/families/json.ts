import { NONE, type WholeFamily } from "../family.ts";
import { readJsonCalls } from "../json-calls.ts";

const fenceOpen = /(`{3,}|~{3,})[ \t]*[\w-]*[ \t]*\r?\n\s*/y;

/** A call as JSON that is the whole message, bare or in one fence. */
export const json: WholeFamily = {
  name: "json",
  use: "named",
  extent: "whole",
  read(source, at) {
    const fence = source.match(fenceOpen, at);
    const start = at + (fence?.[0].length ?? 0);
    if (
      source.match(
        /[[{\s]*"(?:name|type|id|function|function_name|tool|tool_name|arguments|parameters|args|tool_calls|function_call)"/y,
        start,
      ) === undefined
    ) {
      return NONE;
    }
    const read = readJsonCalls(source, start, []);
    if (read.kind !== "calls") return NONE;
    const end = source.skipSpace(read.end);
    if (fence === undefined) return { ...read, end };
    const closer = fence[1] ?? "";
    return source.text.startsWith(closer, end) ? { ...read, end: end + closer.length } : NONE;
  },
};
