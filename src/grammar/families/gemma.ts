import { broken, cut, type MarkedFamily } from "../family.ts";
import { readPythonCalls } from "../python-calls.ts";

const open = /[ \t]*(?:(`{3,}|~{3,})[ \t]*tool_code[ \t]*(?:\r?\n|$(?![\s\S]))|<tool_code>)\s*/my;

/** Gemma: Python calls in a fence labelled `tool_code`, or in a tag of that name; the label is the mark. */
export const gemma: MarkedFamily = {
  name: "gemma",
  use: "default",
  extent: "marked",
  sentinels: ["tool_code"],
  opener: "^[ \\t]*(?:`{3,}|~{3,})[ \\t]*tool_code[ \\t]*\\r?$|<tool_code>",
  marks: ["```tool_code", "<tool_code>"],
  read(source, at) {
    const head = source.match(open, at);
    const start = at + (head?.[0].length ?? 0);
    if (start === source.text.length) return cut(true);
    const closer = head?.[1] ?? "</tool_code>";
    const isClosed = (end: number) => source.text.startsWith(closer, end);
    const read = readPythonCalls(source, start, (end) => end === source.text.length || isClosed(end));
    if (read.kind === "cut") return cut();
    if (read.kind === "broken") return broken("the code is not a call with literal keyword arguments");
    const end = source.skipSpace(read.end);
    return { ...read, end: isClosed(end) ? end + closer.length : read.end };
  },
};
