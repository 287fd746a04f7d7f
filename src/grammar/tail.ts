import type { Source } from "./source.ts";

/** Marks that close what stands around calls, and the tokens in which models end a message. They hold nothing. */
const CLOSING_MARK = new RegExp(
  [
    String.raw`<\/(?:[A-Za-z][\w-]*:)?(?:tool_calls?|tools|function_calls?|functioncall|TOOLCALL|tool_code|tool_use)\s*>`,
    String.raw`<[ \t]*\/[ \t]*(?:[｜|‖][ \t]*){0,2}DSML[ \t]*(?:[｜|‖][ \t]*){1,2}(?:tool_calls?|function_calls?)[ \t]*>`,
    String.raw`<\|(?:tool_calls?_section_end|tool_call_end|tool_calls_end|\/tool_call|python_end|eom_id|eot_id|eot|im_end|endoftext|end_of_text|end|call|return|eom|user|observation)\|>`,
    String.raw`<\/?\|?\/?tool_call\|>`,
    "<[｜|](?:tool[▁_ ]calls?[▁_ ]end|end[▁_ ]of[▁_ ]sentence)[｜|]>",
    String.raw`<\/s>|<end_of_turn>|<eos>|\[\/TOOL_CALLS\]|\[e~\[|[;,]`,
  ].join("|"),
  "y",
);

/** The first place at or after `at` that is neither white space nor a closing mark. */
export function skipClosingMarks(source: Source, at: number): number {
  let end = source.skipSpace(at);
  for (let mark = source.match(CLOSING_MARK, end); mark !== undefined; mark = source.match(CLOSING_MARK, end)) {
    end = source.skipSpace(end + mark[0].length);
  }
  return end;
}

const LAST_MARK = new RegExp(
  [
    String.raw`<\/(?:[\w-]+:)?[\w-]*(?:tool|function|call|invoke|param|arg)[\w-]*\s*>`,
    String.raw`<\|[a-z_/]{1,40}\|>`,
    "<[｜|‖]{1,2}[^<>\\n]{0,60}>",
    String.raw`(?:^|\n)[ \t]*(?:invoke|parameter|function|tool_call)>`,
    String.raw`[}\]]`,
  ]
    .map((mark) => `(?:${mark})$`)
    .join("|"),
);

/** Whether the text ends in a mark that closes something: then unreadable markup before is what the message ends with. */
export function endsInMark(text: string): boolean {
  return LAST_MARK.test(text.slice(-300).trimEnd());
}

/** A tag or mark that the end of the text cuts off. */
export function isUnfinishedMark(text: string): boolean {
  return /^(?:<[^<>\n]{0,60}|\[[A-Z_/]{0,12})$/.test(text.trim());
}
