import { describe, expect, test } from "vitest";
import { readMessage, visibleProse } from "../../src/protocol/read-message.ts";
import { variants } from "../../src/protocol/variants.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";

const SIZE = 2_000_000;
const tools = new Map(builtinTools.map((tool) => [tool.name, tool]));
const fill = (piece: string, before = "", after = "") =>
  before + piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE) + after;

/** Anything worse than linear would take minutes here. */
const texts: readonly (readonly [string, string])[] = [
  ["openers", fill("<pi:call <tool_call><function ```\n")],
  ["unclosed calls", fill('<pi:call name="bash">{"command": "ls"')],
  ["unclosed calls before a closing tag", fill('<pi:call name="bash">{', "", "</pi:call>")],
  ["open objects", fill('<pi:call name="bash">{</pi:call>')],
  ["open strings", fill("<pi:call name='bash'>{\"</pi:call>")],
  ["calls without a name", fill('<pi:call>{"a": 1}</pi:call>')],
  ["escapes", fill('\\"', '<pi:call name="bash">{"command": "')],
  ["escapes in a body that ends", fill('\\"', '<pi:call name="bash">{"command": "', "</pi:call>")],
  ["white space after a name", fill(" ", "<function", "<")],
  ["white space in a tag", fill(" ", '<function name="a"><param', "<")],
  ["white space in a fence", fill(" ", "```", "x")],
  ["white space in a labelled fence", fill(" ", "```json", "x")],
  ["open parameters", fill('<param name="a">', '<function name="bash">')],
  ["open functions", fill('<function name="bash"><param name="a">')],
  ["functions without a name", fill("<function x></function>")],
  ["open fences", fill('```tool_call\n{"name": "bash", "arguments": {')],
  ["JSON fences", fill('```json\n{"name": "bash", "arguments": {}}\n```\n')],
  ["growing fences", Array.from({ length: 1500 }, (_, at) => "`".repeat(at + 3)).join("\n")],
  ["a JSON fence that is being written", fill('"x",\n', '```json\n{"a": [')],
  ["thinking", fill("<think></think>")],
  ["thinking that does not end", fill("<think><tool_call>")],
  ["thoughts", fill('</think><tool_call>{"name": "bash"}</tool_call>')],
  ["made-up results", fill('<tool_call>{"name": "bash"}</tool_call>\nTOOL bash OK\n')],
  ["quotes", fill("`<tool_call>` ")],
  ["white space", fill(" \n")],
];

describe.each(variants)("$name takes time in proportion to 2 MB", (variant) => {
  test.each(texts)("of %s", (_, text) => {
    const { prose } = readMessage(text, variant, tools);
    expect(prose.length).toBeLessThanOrEqual(text.length);
    expect(visibleProse(text, variant, tools).length).toBeLessThanOrEqual(text.length);
  });

  test("of content, which comes out whole", () => {
    const content = fill('x <b title="y">&amp;</b> </param>\r\n  ');
    const call = { name: "write", arguments: { path: "a", content } };
    const { calls } = readMessage(variant.render(call, tools.get("write")), variant, tools);
    expect(calls[0]?.arguments.content === content).toBe(true);
  });
});
