import { decodeCall } from "../grammar/decode-arguments.ts";
import { callInBrokenJson, callsInJson } from "../grammar/envelope.ts";
import { readJson } from "../grammar/json-text.ts";
import type { Source } from "../grammar/source.ts";
import { readJsonText } from "./read-json-text.ts";
import { cutOff, type EnvelopeReading, type Variant } from "./variant.ts";

const OPEN = "<tool_call>";
const CLOSE = "</tool_call>";

/** The whole call as JSON in the tag that many open models were trained on. */
export const toolCallJson: Variant = {
  name: "tool-call-json",
  shape: '<tool_call>{"name": "NAME", "arguments": {"ARGUMENT": VALUE}}</tool_call>',
  note: "The whole call is one JSON object.",
  openers: [OPEN],
  opener: OPEN,
  isFence: false,
  render: ({ name, arguments: args }) => `${OPEN}${JSON.stringify({ name, arguments: args })}${CLOSE}`,
  read(source, at) {
    const body = readJsonText(source, at + OPEN.length, CLOSE);
    if (body === undefined) return readCut(source, at + OPEN.length);
    const close = source.skipSpace(body.end);
    return readCallText(body.text, source.text.startsWith(CLOSE, close) ? close + CLOSE.length : body.end);
  },
};

/** The one call that a JSON text holds. */
export function readCallText(text: string, end: number): EnvelopeReading {
  const value = readJson(text.trim());
  const calls = value === undefined ? undefined : callsInJson(value);
  const found = calls?.length === 1 ? calls[0] : value === undefined ? callInBrokenJson(text) : undefined;
  if (found === undefined) return { kind: "unnamed", end };
  // Arguments of this notation are JSON already: no schema decides how to read them.
  return { kind: "call", call: decodeCall({ ...found, start: 0, end: 0 }, undefined), end };
}

/** An envelope without an end, as far as its name can be seen. */
export function readCut(source: Source, from: number): EnvelopeReading {
  const head = /^\s*\{\s*"name"\s*:\s*"([\w.:/-]+)"\s*,\s*"arguments"\s*:/.exec(source.text.slice(from));
  if (head === null) return { kind: "unnamed", end: source.text.length };
  return cutOff(source, from + head[0].length, head[1] ?? "");
}
