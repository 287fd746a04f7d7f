import { isNonEmpty } from "../../core/json.ts";
import { broken, cut, type FoundCall, type MarkedFamily, NONE } from "../family.ts";
import { readJsonBody } from "../json-body.ts";

const open = /<function_calls?>\s*(?:```(?:typescript|ts|javascript|js)?[ \t]*\r?\n)?\s*(?=functions\.|```|<?$)/y;
const head = /functions\.([\p{L}_][\p{L}\p{N}_.:/-]*)\s*\(\s*/uy;
const closeParenthesis = /\s*\)[ \t]*;?/y;
const close = /\s*(?:```\s*)?(?:<\/function_calls?>)?/y;

/** MiniMax-Text: `functions.read({…})` in a fence in `<function_call>`. */
export const minimaxText: MarkedFamily = {
  name: "minimax-text",
  use: "default",
  extent: "marked",
  sentinels: ["<function_call"],
  opener: "<function_calls?>",
  marks: ["<function_call>"],
  read(source, at) {
    const tag = source.match(open, at);
    if (tag === undefined) return NONE;
    const calls: FoundCall[] = [];
    let end = at + tag[0].length;
    if (source.skipSpace(end) === source.text.length) return cut(true);
    for (;;) {
      const start = source.skipSpace(end);
      const name = source.match(head, start);
      if (name === undefined) {
        if (/^(?:f|func?|functions?)?[\w.]*$/.test(source.text.slice(start, start + 100)) && start < source.text.length)
          return cut();
        break;
      }
      const call = { name: name[1] ?? "", start };
      const bodyAt = start + name[0].length;
      if (source.text[bodyAt] === ")") {
        end = bodyAt + 1;
        calls.push({ ...call, body: { kind: "object", value: {} }, end });
        continue;
      }
      const read = readJsonBody(source, bodyAt, (after) => source.text[after] === ")");
      if (read.kind === "cut") return cut();
      if (read.kind === "none") return broken("the arguments of a call are no JSON object");
      const after = source.match(closeParenthesis, read.end);
      if (after === undefined) return cut();
      end = read.end + after[0].length;
      calls.push({ ...call, body: read.body, end });
    }
    if (!isNonEmpty(calls)) return broken("the fence holds no call");
    return { kind: "calls", calls, end: end + (source.match(close, end)?.[0].length ?? 0) };
  },
};
