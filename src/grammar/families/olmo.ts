import { broken, cut, type MarkedFamily, NONE } from "../family.ts";
import { readPythonCalls } from "../python-calls.ts";

const open = /<function_calls>\s*/y;
const close = /<\/function_calls>/y;

/** OLMo: Python calls in `<function_calls>`, one a line. */
export const olmo: MarkedFamily = {
  name: "olmo",
  use: "default",
  extent: "marked",
  sentinels: ["<function_calls>"],
  opener: "<function_calls>",
  marks: ["<function_calls>"],
  read(source, at) {
    const start = at + (source.match(open, at)?.[0].length ?? 0);
    if (start === source.text.length) return cut(true);
    if (source.match(/\[?\s*[\p{L}_][\p{L}\p{N}_.:-]*\s*(?:\(|$(?![\s\S]))/uy, start) === undefined) return NONE;
    const mayEnd = (end: number) => end === source.text.length || source.match(close, end) !== undefined;
    const read = readPythonCalls(source, start, mayEnd);
    if (read.kind === "cut") return cut();
    if (read.kind === "broken") return broken("a call is not written with literal keyword arguments");
    const end = source.skipSpace(read.end);
    return { ...read, end: end + (source.match(close, end)?.[0].length ?? 0) };
  },
};
