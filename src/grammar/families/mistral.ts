import { isNonEmpty } from "../../core/json.ts";
import { broken, cut, type FoundCall, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonBody } from "../json-body.ts";
import { readJsonCalls } from "../json-calls.ts";
import type { Source } from "../source.ts";

const mark = /\[TOOL_CALLS\]/y;
const named = /([\p{L}_][\p{L}\p{N}_.:/-]*)[ \t]*(?:\[CALL_ID\][ \t]*[\w-]*[ \t]*)?(?:\[ARGS\]|(?=\{))/uy;
const unfinished = /[\p{L}\p{N}_.:/-]*(?:\[[A-Z_]*(?:\][\w-]*(?:\[[A-Z]*)?)?)?$/uy;
const CLOSERS = ["[TOOL_CALLS]", "[/TOOL_CALLS]", "</s>"];

/** Mistral: `[TOOL_CALLS]` before a JSON list, or before `name[CALL_ID]id[ARGS]{…}`; the mark itself may be missing before `name[ARGS]`. */
export const mistral: MarkedFamily = {
  name: "mistral",
  use: "default",
  extent: "marked",
  sentinels: ["[TOOL_CALLS]", "[ARGS]"],
  opener: String.raw`\[TOOL_CALLS\]|^[ \t]*[A-Za-z_][\w.:/-]*[ \t]*(?:\[CALL_ID\][ \t]*[\w-]*[ \t]*)?\[ARGS\]`,
  marks: ["[TOOL_CALLS]"],
  read(source, at) {
    const tag = source.match(mark, at);
    const start = source.skipSpace(at + (tag?.[0].length ?? 0));
    if (start === source.text.length) return cut(true);
    if (source.text[start] === "[" || source.text[start] === "{") return readList(source, start);
    return readNamed(source, start);
  },
};

function readList(source: Source, start: number): Reading {
  const read = readJsonCalls(source, start, ["[/TOOL_CALLS]", "</s>"]);
  if (read.kind === "cut") return cut();
  if (read.kind === "broken") return broken("the JSON after the mark is not a call");
  return read.kind === "none" ? NONE : read;
}

function readNamed(source: Source, start: number): Reading {
  const calls: FoundCall[] = [];
  let end = start;
  for (let at: number | undefined = start; at !== undefined; at = nextCall(source, end)) {
    const head = source.match(named, at);
    if (head === undefined) {
      if (source.match(unfinished, at) !== undefined) return cut();
      return calls.length === 0 ? NONE : broken("text follows the mark of a call");
    }
    const bodyAt = source.skipSpace(at + head[0].length);
    const mayEnd = (after: number) =>
      after === source.text.length || (source.text[after] !== '"' && !/[\w,:]/.test(source.text[after] ?? ""));
    const read = readJsonBody(source, bodyAt, mayEnd, CLOSERS);
    if (read.kind === "cut") return cut();
    if (read.kind === "none") return broken("the arguments of a call are no JSON object");
    calls.push({ name: head[1] ?? "", body: read.body, start: at, end: read.end });
    end = read.end;
  }
  return isNonEmpty(calls) ? { kind: "calls", calls, end } : NONE;
}

function nextCall(source: Source, end: number): number | undefined {
  const tag = source.match(mark, source.skipSpace(end));
  if (tag !== undefined) return source.skipSpace(tag.index + tag[0].length);
  const next = source.skipSpace(end);
  const head = source.match(named, next);
  return head?.[0].endsWith("[ARGS]") ? next : undefined;
}
