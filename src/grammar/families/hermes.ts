import { broken, cut, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonCalls } from "../json-calls.ts";
import type { Source } from "../source.ts";

const WORD = "(?:tool_calls?|tools|function_calls?|functioncall|TOOLCALL)";
const NAMESPACE = String.raw`(?:[A-Za-z][\w-]*:)?`;
const OPEN = `<${NAMESPACE}${WORD}>`;
const ORPHAN = String.raw`^[ \t]*\{\s*"(?:name|arguments|function)"\s*:`;

const open = new RegExp(OPEN, "y");
const close = new RegExp(String.raw`\s*<\/${NAMESPACE}${WORD}\s*>`, "y");
const closers = ["</tool_call>", "</tool_calls>", "</tools>", "</function_call>", "</functioncall>", "</TOOLCALL>"];
const fenceOpen = /\s*```(?:json)?[ \t]*\r?\n/y;
const fenceClose = /\s*```[ \t]*/y;

/** Hermes and Qwen: JSON in `<tool_call>`, one call or several. The opening tag may be missing where the closing one stands. */
export const hermes: MarkedFamily = {
  name: "hermes",
  use: "default",
  extent: "marked",
  sentinels: ["tool_call>", "tool_calls>", "<tools>", "function_call", "<functioncall>", "<TOOLCALL>"],
  opener: `${OPEN}|${ORPHAN}`,
  marks: ["<tool_call>"],
  read(source, at) {
    const tag = source.match(open, at);
    return tag === undefined ? readOrphan(source, at) : readTagged(source, at + tag[0].length);
  },
};

function readTagged(source: Source, start: number): Reading {
  const fence = source.match(fenceOpen, start);
  const body = source.skipSpace(start + (fence?.[0].length ?? 0));
  if (body === source.text.length) return cut(true);
  const read = readJsonCalls(source, body, closers);
  if (read.kind === "cut") return cut();
  if (read.kind === "broken") return broken("the JSON in the tags is not a call");
  if (read.kind === "none") return NONE;
  const fenceEnd = read.end + (fence === undefined ? 0 : (source.match(fenceClose, read.end)?.[0].length ?? 0));
  return { ...read, end: fenceEnd + (source.match(close, fenceEnd)?.[0].length ?? 0) };
}

function readOrphan(source: Source, at: number): Reading {
  if (source.find("<tool_call>", 0) !== -1 || !source.text.trimEnd().endsWith("</tool_call>")) return NONE;
  if (!source.once("hermes-orphan")) return NONE;
  const read = readJsonCalls(source, at, closers);
  if (read.kind !== "calls") return NONE;
  const tag = source.match(close, read.end);
  return tag === undefined ? NONE : { ...read, end: read.end + tag[0].length };
}
