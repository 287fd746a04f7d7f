import { broken, cut, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonCalls } from "../json-calls.ts";
import { readPythonCalls } from "../python-calls.ts";
import type { Source } from "../source.ts";

const open = /<\|python_(?:tag|start)\|>\s*/y;
const END = /<\|(?:python_end|eom_id|eot_id|eot|end_of_text)\|>/y;

/** Llama: JSON or Python calls after `<|python_tag|>`, several set apart by `;`. */
export const llama: MarkedFamily = {
  name: "llama",
  use: "default",
  extent: "marked",
  sentinels: ["<|python_"],
  opener: String.raw`<\|python_(?:tag|start)\|>`,
  marks: ["<|python_tag|>", "<|python_start|>"],
  read(source, at) {
    const start = at + (source.match(open, at)?.[0].length ?? 0);
    if (start === source.text.length) return cut(true);
    if (source.match(/\{|\[\s*\{/y, start) !== undefined) return readJson(source, start);
    const mayEnd = (end: number) => end === source.text.length || source.match(END, end) !== undefined;
    const read = readPythonCalls(source, start, mayEnd);
    if (read.kind === "cut") return cut();
    return read.kind === "calls" ? read : broken("the text after the mark is no call");
  },
};

function readJson(source: Source, start: number): Reading {
  const read = readJsonCalls(source, start, ["<|eom_id|>", "<|eot_id|>", "<|python_end|>"]);
  if (read.kind === "cut") return cut();
  if (read.kind === "calls") return read;
  return read.kind === "none" ? NONE : broken("the JSON after the mark is not a call");
}
