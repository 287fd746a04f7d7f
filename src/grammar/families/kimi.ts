import { isNonEmpty } from "../../core/json.ts";
import { broken, cut, type FoundCall, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonBody } from "../json-body.ts";
import type { Source } from "../source.ts";

const sectionOpen = /<\|tool_calls?_section_begin\|>/y;
const sectionClose = /<\|tool_calls?_section_end\|>/y;
const callOpen = /<\|tool_call_begin\|>/y;
const callClose = /<\|tool_call_end\|>/y;
const identity = /(?:functions[.:])?([\p{L}_][\p{L}\p{N}_./-]*)(?::\d+)?/uy;
const argumentOpen = /<\|tool_call_argument_begin\|>/y;
const MARK = "<|tool_call";
const CLOSERS = ["<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"];

/** Kimi K2: `<|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{…}<|tool_call_end|>`, in a section or not. */
export const kimi: MarkedFamily = {
  name: "kimi",
  use: "default",
  extent: "marked",
  sentinels: [MARK],
  opener: String.raw`<\|tool_calls?_section_begin\|>|<\|tool_call_begin\|>`,
  marks: ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_call_begin|>"],
  read: readKimi,
};

function readKimi(source: Source, at: number): Reading {
  const section = source.match(sectionOpen, at);
  let end = source.skipSpace(at + (section?.[0].length ?? 0));
  const calls: FoundCall[] = [];
  for (;;) {
    if (end === source.text.length) {
      if (calls.length === 0) return cut(true);
      break;
    }
    const close = source.match(sectionClose, end);
    if (close !== undefined) {
      end += close[0].length;
      break;
    }
    const read = readCall(source, end, section !== undefined);
    if (read === "none") break;
    if (read === "cut") return cut();
    if (typeof read === "string") return broken(read);
    calls.push(read);
    end = source.skipSpace(read.end);
  }
  return isNonEmpty(calls) ? { kind: "calls", calls, end } : NONE;
}

/** One call; a string says why there is none. In a section the mark that opens a call may be missing. */
function readCall(source: Source, start: number, inSection: boolean): FoundCall | string {
  const open = source.match(callOpen, start);
  if (open === undefined && !inSection) return "none";
  const id = source.match(identity, source.skipSpace(start + (open?.[0].length ?? 0)));
  const name = id?.[1];
  if (id === undefined || name === undefined)
    return isPartOfMark(source, start) ? "cut" : open === undefined ? "none" : "a call has no name";
  const afterId = source.skipSpace(id.index + id[0].length);
  const argument = source.match(argumentOpen, afterId);
  if (argument === undefined) {
    const close = source.match(callClose, afterId);
    if (close !== undefined)
      return { name, body: { kind: "object", value: {} }, start, end: afterId + close[0].length };
    return isPartOfMark(source, afterId) ? "cut" : "none";
  }
  if (/^(?:call|toolu|chatcmpl-tool)[_-]/.test(name)) return "the mark of a call holds an id and no tool";
  const bodyAt = source.skipSpace(afterId + argument[0].length);
  const empty = source.match(callClose, bodyAt) ?? source.match(sectionClose, bodyAt);
  if (empty !== undefined) return { name, body: { kind: "object", value: {} }, start, end: afterCall(source, bodyAt) };
  const mayEnd = (end: number) => end === source.text.length || source.text.startsWith(MARK, end);
  const read = readJsonBody(source, bodyAt, mayEnd, CLOSERS);
  if (read.kind === "cut") return "cut";
  if (read.kind === "none") return "the arguments of a call are no JSON object";
  return { name, body: read.body, start, end: afterCall(source, read.end) };
}

function afterCall(source: Source, at: number): number {
  const end = source.skipSpace(at);
  const close = source.match(callClose, end);
  return close === undefined ? at : end + close[0].length;
}

/** Whether the text ends inside a mark, or right here. */
function isPartOfMark(source: Source, at: number): boolean {
  return source.match(/(?:<[^<>\n]{0,40})?$/y, at) !== undefined;
}
