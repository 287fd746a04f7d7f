import type { MarkedFamily } from "../family.ts";
import { readTagCalls } from "../read-tag-calls.ts";
import { attributeOf, type TagDialect } from "../tag-call.ts";

/** `<｜DSML｜`: one or two bars of three kinds, spaces around them, the first bars missing. */
const MARK = String.raw`(?:[｜|‖][ \t]*){0,2}DSML[ \t]*(?:[｜|‖][ \t]*){1,2}`;
const OPEN = String.raw`<[ \t]*${MARK}`;
const CLOSE = String.raw`<[ \t]*(?:\/[ \t]*${MARK}|${MARK}\/[ \t]*)`;

const dialect: TagDialect = {
  callOpen: new RegExp(`${OPEN}invoke\\b(?<attributes>[^>]*?)[ \\t]*(?<empty>/?)>`, "y"),
  callClose: new RegExp(`${CLOSE}invoke[ \\t]*>`, "y"),
  parameterOpen: new RegExp(`${OPEN}parameter\\b(?<attributes>[^>]*?)[ \\t]*(?<empty>/?)>`, "y"),
  parameterTags: new RegExp(`(?<close>${CLOSE}parameter[ \\t]*>)|${OPEN}parameter\\b[^>]*>`, "g"),
  nameIn: (attributes) => attributeOf("name", attributes),
  unwrap: (text) => text,
};

const wrapperOpen = new RegExp(`${OPEN}(?:tool_calls?|function_calls?)[ \\t]*>`, "y");
const wrapperClose = new RegExp(`${CLOSE}(?:tool_calls?|function_calls?)[ \\t]*>`, "y");

/** DeepSeek's tags with bars: `<｜DSML｜invoke name="read"><｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter></｜DSML｜invoke>`. */
export const dsml: MarkedFamily = {
  name: "dsml",
  use: "default",
  extent: "marked",
  sentinels: ["DSML"],
  opener: `${OPEN}(?:tool_calls?\\b|function_calls?\\b|invoke\\b|$)`,
  marks: [
    "<｜DSML｜tool_calls>",
    "<｜DSML｜function_calls>",
    "<｜DSML｜invoke ",
    "<|DSML|tool_calls>",
    "<｜｜DSML｜｜tool_calls>",
  ],
  read: (source, at) => readTagCalls(source, at, { dialect, wrapperOpen, wrapperClose, danglesAnywhere: true }),
};
