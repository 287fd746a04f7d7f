import type { MarkedFamily } from "../family.ts";
import { readTagCalls } from "../read-tag-calls.ts";
import { attributeOf, type TagDialect, unwrapCdata } from "../tag-call.ts";

/** The name after `=`, plain or quoted, or in a `name` attribute. */
const ATTRIBUTES = String.raw`(?<attributes>\s*=[^>\n]+?|\s+name\s*=[^>\n]+?)\s*(?<empty>/?)>`;

const dialect: TagDialect = {
  callOpen: new RegExp(`<function${ATTRIBUTES}`, "y"),
  callClose: /<\/function\s*>/y,
  parameterOpen: new RegExp(`<parameter${ATTRIBUTES}`, "y"),
  parameterTags: /(?<close><\/parameter\s*>)|<parameter\s*=[^>\n]+>|<parameter\s+name\s*=[^>\n]+>/g,
  nameIn: (attributes) => attributeOf("name", attributes) ?? nameAfterEquals(attributes),
  unwrap(text) {
    const inner = unwrapCdata(text);
    if (inner !== text) return inner;
    return ONE_LINE.exec(text)?.[1] ?? text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
  },
};

/** A value of one line between its tags, the closing one indented or not. */
const ONE_LINE = /^\r?\n([^\r\n]*)\r?\n[ \t]*$/;

function nameAfterEquals(attributes: string): string | undefined {
  const match = /^\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<]+))/.exec(attributes);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}

const WRAPPER = String.raw`(?:[A-Za-z][\w-]*:)?(?:tool_calls?|tools|function_calls?)\s*>`;

const wrapperOpen = new RegExp(`<${WRAPPER}`, "y");
const wrapperClose = new RegExp(`</${WRAPPER}`, "y");

/** Qwen3-Coder's tags; the template adds one line break after an opening and one before a closing tag of a parameter. */
export const qwen3Coder: MarkedFamily = {
  name: "qwen3-coder",
  use: "default",
  extent: "marked",
  sentinels: ["<function", "<tool_call"],
  opener: `<${WRAPPER}(?=\\s*<function\\b)|<function(?:\\s*=|\\s+name\\s*=)`,
  marks: ["<function=", "<tool_call>"],
  read: (source, at) => readTagCalls(source, at, { dialect, wrapperOpen, wrapperClose, danglesAnywhere: false }),
};
