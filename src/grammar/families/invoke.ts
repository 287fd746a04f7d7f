import { broken, type MarkedFamily } from "../family.ts";
import { readTagCalls } from "../read-tag-calls.ts";
import { attributeOf, type TagDialect, unwrapCdata } from "../tag-call.ts";

const NAMESPACE = String.raw`(?:[A-Za-z][\w-]*:)?`;

/** Tags without their opening brackets: where a value ends is anyone's guess. */
const debris = /[ \t]*invoke name=/y;

const dialect: TagDialect = {
  callOpen: new RegExp(`<${NAMESPACE}invoke\\b(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*?)\\s*(?<empty>/?)>`, "y"),
  callClose: new RegExp(`</${NAMESPACE}invoke\\s*>`, "y"),
  parameterOpen: new RegExp(
    `<${NAMESPACE}parameter\\b(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*?)\\s*(?<empty>/?)>`,
    "y",
  ),
  parameterTags: new RegExp(`(?<close></${NAMESPACE}parameter\\s*>)|<${NAMESPACE}parameter\\s[^>]*>`, "g"),
  nameIn: (attributes) => attributeOf("name", attributes),
  unwrap: unwrapCdata,
};

/** Models misspell the tag around their calls, so any word of calling counts, where a call follows. */
const WRAPPER = String.raw`${NAMESPACE}[\w-]*?(?:calls?|invokes?|tools|functions|tool_use)`;

const wrapperOpen = new RegExp(`<${WRAPPER}\\s*>`, "y");
const wrapperClose = new RegExp(`</${WRAPPER}\\s*>`, "y");

/** Anthropic's and MiniMax M2's tags, with or without a namespace: `<invoke name="read"><parameter name="path">a</parameter></invoke>`. */
export const invoke: MarkedFamily = {
  name: "invoke",
  use: "default",
  extent: "marked",
  sentinels: ["<invoke", ":invoke", "invoke name=", "<function_calls", ":tool_call"],
  opener: `<${WRAPPER}\\s*>(?=\\s*(?:<${NAMESPACE}invoke\\b|$(?![\\s\\S])))|<${NAMESPACE}invoke\\b|^[ \\t]*invoke name=`,
  marks: ["<function_calls>", "<minimax:tool_call>", "<invoke name="],
  read: (source, at) =>
    source.match(debris, at) === undefined
      ? readTagCalls(source, at, { dialect, wrapperOpen, wrapperClose, danglesAnywhere: false })
      : broken("the tags have lost their brackets"),
};
