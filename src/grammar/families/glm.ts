import { broken, cut, type MarkedFamily, NONE, type ParameterText, type Reading } from "../family.ts";
import { readJsonBody } from "../json-body.ts";
import type { Source } from "../source.ts";

const open = /<tool_call>\s*([\p{L}_][\p{L}\p{N}_.:/-]*)\s*/uy;
/** Models write `<tool_call>` where `<arg_key>` belongs; the closing tag tells. */
const key = /(?:<arg_key>|<tool_call>)\s*([^<>]*?)\s*<\/arg_key>\s*/y;
const valueOpen = /<arg_value>/y;
const valueTags = /<(\/?)arg_value>/g;
const close = /<\/tool_call>/y;
const next = /<arg_key>|<tool_call>[^<>]*<\/arg_key>|<\/tool_call>|<arg_value>|$(?![\s\S])|<[^<>\n]{0,20}$(?![\s\S])/my;

/** GLM: the tool's name in `<tool_call>`, then pairs of `<arg_key>` and `<arg_value>`. Values are kept to the byte. */
export const glm: MarkedFamily = {
  name: "glm",
  use: "default",
  extent: "marked",
  sentinels: ["<tool_call>"],
  opener: "<tool_call>",
  marks: ["<tool_call>"],
  read(source, at) {
    const head = source.match(open, at);
    if (head === undefined)
      return source.skipSpace(at + "<tool_call>".length) === source.text.length ? cut(true) : NONE;
    const start = at + head[0].length;
    if (source.text[start] === "{") return readObject(source, at, start, head[1] ?? "");
    if (source.match(next, start) === undefined) return NONE;
    return readPairs(source, at, start, head[1] ?? "");
  },
};

/** Older templates put one JSON object behind the name. */
function readObject(source: Source, start: number, at: number, name: string): Reading {
  const mayEnd = (end: number) => end === source.text.length || source.match(close, end) !== undefined;
  const read = readJsonBody(source, at, mayEnd, ["</tool_call>"]);
  if (read.kind === "cut") return cut();
  if (read.kind === "none") return broken("the arguments of a call are no JSON object");
  const closing = source.match(close, source.skipSpace(read.end));
  const end = closing === undefined ? read.end : closing.index + closing[0].length;
  return { kind: "calls", calls: [{ name, body: read.body, start, end }], end };
}

function readPairs(source: Source, start: number, from: number, name: string): Reading {
  const texts = new Map<string, ParameterText>();
  let at = from;
  for (;;) {
    const end = source.match(close, at);
    if (end !== undefined) {
      const call = {
        name,
        body: { kind: "texts", texts: [...texts.values()] },
        start,
        end: at + end[0].length,
      } as const;
      return { kind: "calls", calls: [call], end: call.end };
    }
    if (source.match(/(?:<[^<>\n]{0,20})?$(?![\s\S])/y, at) !== undefined) return cut();
    const pair = readPair(source, at);
    if (pair === "cut") return cut();
    if (pair === "broken") return broken("keys and values of a call do not pair up");
    const known = texts.get(pair.key);
    if (known !== undefined && known.text !== pair.text) return broken(`${pair.key} is given twice`);
    texts.set(pair.key, { key: pair.key, text: pair.text, says: "nothing" });
    at = pair.end;
  }
}

function readPair(source: Source, at: number): { key: string; text: string; end: number } | "cut" | "broken" {
  const name = source.match(key, at);
  if (name === undefined)
    return /^<(?:arg_key|tool_call)>[^<]*$/.test(source.text.slice(at, at + 400)) ? "cut" : "broken";
  const valueAt = at + name[0].length;
  const opening = source.match(valueOpen, valueAt);
  if (opening === undefined)
    return source.match(/(?:<[^<>\n]{0,20})?$(?![\s\S])/y, valueAt) === undefined ? "broken" : "cut";
  const start = valueAt + opening[0].length;
  valueTags.lastIndex = start;
  let depth = 1;
  for (let tag = valueTags.exec(source.text); tag !== null; tag = valueTags.exec(source.text)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth > 0) continue;
    return {
      key: name[1] ?? "",
      text: source.text.slice(start, tag.index),
      end: source.skipSpace(valueTags.lastIndex),
    };
  }
  return "cut";
}
