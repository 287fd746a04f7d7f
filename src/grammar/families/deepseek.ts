import { isNonEmpty } from "../../core/json.ts";
import { broken, cut, type FoundCall, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonBody } from "../json-body.ts";
import type { Source } from "../source.ts";

const BAR = "[｜|‖]";
const SPACE = "[▁_ ]";
const mark = (words: string): string => `<${BAR}${words.replaceAll(" ", SPACE)}${BAR}>`;

const sectionOpen = new RegExp(mark("tool calls begin"), "y");
const sectionClose = new RegExp(mark("tool calls end"), "y");
const callOpen = new RegExp(mark("tool call begin"), "y");
const callClose = new RegExp(mark("tool call end"), "y");
const head = new RegExp(
  `\\s*(?:(?:function|tool)\\s*)?${mark("tool sep")}\\s*([\\p{L}_][\\p{L}\\p{N}_.:/-]*)[ \\t]*(?=\\s*(?:\`\`\`|\\{|<|$(?![\\s\\S])))`,
  "uy",
);
const headNameFirst = new RegExp(`\\s*([\\p{L}_][\\p{L}\\p{N}_.:/-]*)\\s*${mark("tool sep")}`, "uy");
const CLOSERS = ["<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"];

/** DeepSeek V3 and R1: `<｜tool▁call▁begin｜>function<｜tool▁sep｜>read` and fenced JSON, or V3.1's `read<｜tool▁sep｜>{…}`. */
export const deepseek: MarkedFamily = {
  name: "deepseek",
  use: "default",
  extent: "marked",
  sentinels: ["tool▁call", "｜tool", "tool_sep", "|tool call"],
  opener: `${mark("tool calls begin")}|${mark("tool call begin")}`,
  marks: ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>"],
  read(source, at) {
    const section = source.match(sectionOpen, at);
    let end = source.skipSpace(at + (section?.[0].length ?? 0));
    if (end === source.text.length) return cut(true);
    const calls: FoundCall[] = [];
    for (;;) {
      const close = source.match(sectionClose, end);
      if (close !== undefined) {
        end += close[0].length;
        break;
      }
      const open = source.match(callOpen, end);
      if (open === undefined) break;
      const read = readCall(source, end, end + open[0].length);
      if (read.kind !== "call")
        return read.kind === "none" && calls.length === 0
          ? NONE
          : read.kind === "cut"
            ? cut()
            : broken("a call is not complete");
      calls.push(read.call);
      end = source.skipSpace(read.call.end);
    }
    return isNonEmpty(calls) ? { kind: "calls", calls, end } : isUnfinished(source, end);
  },
};

function isUnfinished(source: Source, at: number): Reading {
  return source.match(/<[^<>\n]{0,40}$(?![\s\S])/y, at) === undefined ? NONE : cut(true);
}

type CallReading =
  | { readonly kind: "call"; readonly call: FoundCall }
  | { readonly kind: "none" }
  | { readonly kind: "cut" }
  | { readonly kind: "broken" };

function readCall(source: Source, start: number, at: number): CallReading {
  const named = readHead(source, at);
  if (named === undefined) {
    const rest = source.text.slice(at, at + 200);
    return {
      kind: rest.includes("<|tool_call_argument") ? "none" : at + rest.length === source.text.length ? "cut" : "broken",
    };
  }
  const bodyAt = source.skipSpace(named.end);
  const empty = source.match(callClose, bodyAt);
  if (empty !== undefined) {
    return {
      kind: "call",
      call: { name: named.name, body: { kind: "object", value: {} }, start, end: bodyAt + empty[0].length },
    };
  }
  const mayEnd = (end: number) => end === source.text.length || source.text[end] === "<";
  const read = readJsonBody(source, bodyAt, mayEnd, CLOSERS);
  if (read.kind !== "body") return { kind: read.kind === "cut" ? "cut" : "broken" };
  const close = source.match(callClose, source.skipSpace(read.end));
  const end = close === undefined ? read.end : close.index + close[0].length;
  return { kind: "call", call: { name: named.name, body: read.body, start, end } };
}

function readHead(source: Source, at: number): { readonly name: string; readonly end: number } | undefined {
  const plain = source.match(head, at);
  if (plain !== undefined) return { name: plain[1] ?? "", end: at + plain[0].length };
  const first = source.match(headNameFirst, at);
  return first === undefined ? undefined : { name: first[1] ?? "", end: at + first[0].length };
}
