import { isNonEmpty } from "../core/json.ts";
import { broken, cut, type FoundCall, NONE, type Reading } from "./family.ts";
import type { Source } from "./source.ts";
import { readTagCall, type TagDialect } from "./tag-call.ts";

export interface TagGrammar {
  readonly dialect: TagDialect;
  /** Sticky. The tag around several calls; it may be missing, and its closing tag too. */
  readonly wrapperOpen: RegExp;
  readonly wrapperClose: RegExp;
  /** Whether an opening tag at the end of a text is a cut-off call wherever it stands, and not only on a line of its own. */
  readonly danglesAnywhere: boolean;
}

/** Reads calls in tags, one after another, with or without a tag around them. */
export function readTagCalls(source: Source, at: number, grammar: TagGrammar): Reading {
  const wrapper = source.match(grammar.wrapperOpen, at);
  let end = source.skipSpace(at + (wrapper?.[0].length ?? 0));
  const calls: FoundCall[] = [];
  for (;;) {
    const read = readTagCall(source, end, grammar.dialect);
    if (read.kind === "cut") return cut();
    if (read.kind === "broken") return broken(read.reason);
    if (read.kind === "none") break;
    calls.push(read.call);
    end = source.skipSpace(read.call.end);
  }
  if (!isNonEmpty(calls)) return readNothing(source, at, end, wrapper !== undefined || grammar.danglesAnywhere);
  const close = source.match(grammar.wrapperClose, end);
  return { kind: "calls", calls, end: close === undefined ? (calls.at(-1)?.end ?? end) : end + close[0].length };
}

function readNothing(source: Source, at: number, end: number, isWrapper: boolean): Reading {
  if (isWrapper && end === source.text.length) return cut(true);
  return source.match(UNFINISHED_TAG, end === at ? at : end) === undefined ? NONE : cut(end === at);
}

/** A tag the text ends in. */
const UNFINISHED_TAG = /<[^<>\n]{0,200}$/y;
