import { expect, test } from "vitest";
import { findCallsInText } from "../../src/lib.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";

const SIZE = 2_000_000;
const fill = (piece: string, before = "", after = "") =>
  before + piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE) + after;

/** Anything worse than linear would take minutes here. */
test.each<[string, string]>([
  ["opening tags", fill("<tool_call>")],
  ["opening tags with an open object", fill('<tool_call>{"name":"a","arguments":{')],
  ["names in tags", fill("<tool_call>x ")],
  ["invokes", fill('<invoke name="a"> x ')],
  ["parameters in parameters", fill('<parameter name="a">', '<invoke name="bash">')],
  ["pairs that do not end", fill("<arg_key>a</arg_key><arg_value>", "<tool_call>x")],
  ["sections", fill("<|tool_calls_section_begin|>")],
  ["marks of lists", fill("[TOOL_CALLS][")],
  ["brackets", fill("[", "<tool_call>")],
  ["nested objects", fill('{"a":', "<tool_call>")],
  ["nested Python lists", fill("f(a=[[[", "<function_calls>\n")],
  ["calls beyond measure", fill("<function=ls>\n</function>\n")],
  ["JSON lines before a closing tag", fill('{"name":"a"}\n', "", "</tool_call>")],
  ["open objects before a closing tag", fill('\n{"name":', "", "</tool_call>")],
  ["fences that do not end", fill("```a\n", "<tool_call>")],
  ["backticks", fill("`<tool_call>")],
  ["quoted lines", fill("> <tool_call>\n")],
  ["thoughts", fill("</think><tool_call>x")],
  ["channels", fill("<|channel|>commentary to=functions.")],
  ["white space before a word", fill(" ", "<function=ls></function>", "x")],
  ["attributes", fill('a="b" ', "<invoke ")],
  ["named calls with open objects", fill('[TOOL_CALLS]a[ARGS]{"x":')],
  [
    "open objects that all close at the end",
    `${fill('[TOOL_CALLS]a[ARGS]{"x":').slice(0, SIZE / 2)}${"}".repeat(SIZE / 2)}`,
  ],
  [
    "calls with open strings",
    fill('<|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>{"a": "<|tool_call_end|>'),
  ],
  ["escapes", fill('\\"', '<tool_call>{"name":"x","arguments":"')],
])("2 MB of %s", (_what, text) => {
  expect(findCallsInText({ text, tools: builtinTools }).verdict).not.toBe("recover");
});

test.each<[string, string]>([
  ["short lines", fill("<tool_call>{\n")],
  ["long lines", fill(`${"<".repeat(3000)}>\n`)],
  ["one line", fill("<")],
])("a call after a tool result of 2 MB of %s", (_what, heard) => {
  const call = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';
  const { verdict } = findCallsInText({ text: call, tools: builtinTools, quoted: [heard] });
  expect(verdict).toBe("recover");
});

test("a call of 2 MB comes out whole", () => {
  const content = fill("x <b>&amp;</b>\n");
  const text = `<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n${content}\n</parameter>\n</function>\n</tool_call>`;
  const { verdict, calls } = findCallsInText({ text, tools: builtinTools });
  expect(verdict).toBe("recover");
  expect(calls[0]?.arguments.content === content).toBe(true);
});
