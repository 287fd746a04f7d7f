import { NONE, type WholeFamily } from "../family.ts";
import { readPythonCalls } from "../python-calls.ts";

/** Python calls that are the whole message: `[read(path="a"), ls()]` or `read(path="a")`. */
export const pythonic: WholeFamily = {
  name: "pythonic",
  use: "named",
  extent: "whole",
  read(source, at) {
    if (source.match(/\[?\s*[\p{L}_][\p{L}\p{N}_.:-]*\(/uy, at) === undefined) return NONE;
    const read = readPythonCalls(source, at, (end) => end === source.text.length);
    return read.kind === "calls" ? read : NONE;
  },
};
