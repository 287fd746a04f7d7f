import { broken, cut, type MarkedFamily, NONE, type Reading } from "../family.ts";
import { readJsonBody } from "../json-body.ts";
import type { Source } from "../source.ts";

const RECIPIENT = String.raw`to=([\w.:/-]+)`;
const header = new RegExp(
  String.raw`(?:<\|start\|>)?(?:assistant)?\s*(?:${RECIPIENT}\s*)?(?:<\|channel\|>\s*\w*)?\s*(?:${RECIPIENT})?\s*(?:<\|constrain\|>)?\s*(?:json|code)?\s*<\|message\|>\s*`,
  "y",
);
const unfinishedHeader =
  /(?:<\|start\|>)?(?:assistant)?\s*(?:<\|channel\|>\s*\w*)?\s*to=[\w.:/-]*\s*(?:<\|constrain\|>\s*\w*|json|code)?\s*(?:<\|[a-z]*\|?)?$(?![\s\S])/y;
const residue = /\s*to=functions\.[\w.:/-]+[ \t]*(?:code|json)?\s*[{[]/y;
const call = /\s*<\|call\|>/y;
const CLOSERS = ["<|call|>", "<|end|>", "<|return|>"];

/** gpt-oss: `<|channel|>commentary to=functions.read <|constrain|>json<|message|>{…}<|call|>`, whatever the channel. */
export const harmony: MarkedFamily = {
  name: "harmony",
  use: "default",
  extent: "marked",
  sentinels: ["<|channel|>", "to=functions.", "<|message|>"],
  opener: String.raw`<\|start\|>assistant(?=[^<\n]{0,100}to=|<\|channel\|>[^<\n]{0,100}to=)|<\|channel\|>(?=[^<\n]{0,100}to=)|(?:\bcommentary\s+)?\bto=functions\.`,
  marks: ["<|channel|>commentary to=functions.", "<|start|>assistant<|channel|>commentary to=functions."],
  read(source, at) {
    const word = source.match(/commentary\s+/y, at);
    const start = at + (word?.[0].length ?? 0);
    const head = source.match(header, start);
    const name = (head?.[1] ?? head?.[2])?.replace(/^functions\./, "");
    if (head === undefined || name === undefined || name === "") return readResidue(source, start);
    return readCall(source, at, start + head[0].length, name);
  },
};

function readCall(source: Source, start: number, bodyAt: number, name: string): Reading {
  const empty = source.match(call, bodyAt);
  if (empty !== undefined) {
    const end = bodyAt + empty[0].length;
    return { kind: "calls", calls: [{ name, body: { kind: "object", value: {} }, start, end }], end };
  }
  const mayEnd = (end: number) => end === source.text.length || source.text.startsWith("<|", end);
  const read = readJsonBody(source, bodyAt, mayEnd, CLOSERS);
  if (read.kind === "cut") return cut();
  if (read.kind === "none") return broken("the message to a tool is no JSON object");
  const end = read.end + (source.match(call, read.end)?.[0].length ?? 0);
  return { kind: "calls", calls: [{ name, body: read.body, start, end }], end };
}

/** A recipient without the marks of a message: never run, as nothing tells where it came from. */
function readResidue(source: Source, at: number): Reading {
  if (source.match(unfinishedHeader, at) !== undefined) return cut();
  return source.match(residue, at) === undefined ? NONE : broken("the marks around a message to a tool are missing");
}
