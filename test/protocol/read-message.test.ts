import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { readMessage, visibleProse } from "../../src/protocol/read-message.ts";
import type { Variant } from "../../src/protocol/variant.ts";
import { variants } from "../../src/protocol/variants.ts";

const write: Tool = {
  name: "write",
  description: "",
  parameters: {
    type: "object",
    required: ["path", "content"],
    properties: { path: { type: "string" }, content: { type: "string" }, mode: { type: ["string", "number"] } },
  },
};
const tools = new Map([[write.name, write]]);
const args = { path: "a.txt", content: "x" };

describe.each(variants)("$name", (variant) => {
  const envelope = variant.render({ name: "write", arguments: args }, write);
  const read = (text: string) => readMessage(text, variant, tools);

  test("a call between prose runs, and what follows it goes", () => {
    expect(read(`I will write it.\n\n${envelope}\n\nDone, the file is there.`)).toEqual({
      calls: [{ name: "write", arguments: args }],
      prose: "I will write it.",
      failures: [],
      foreign: [],
    });
  });

  test("several calls", () => {
    expect(read(`${envelope}\nand\n${envelope}`)).toMatchObject({
      calls: [{ name: "write" }, { name: "write" }],
      prose: "and",
    });
  });

  test.each([
    ["another fence", `\`\`\`\`\n${envelope}\n\`\`\`\``],
    ["a tilde fence", `~~~\n${envelope}\n~~~`],
    ["a fence that is never closed", `~~~md\n${envelope}`],
    ["thinking", `<think>\n${envelope}\n</think>\nI am done.`],
  ])("nothing runs that stands in %s", (_, text) => {
    expect(read(text)).toEqual({ calls: [], prose: text, failures: [], foreign: [] });
  });

  test("nothing runs that stands in inline code", () => {
    if (envelope.includes("\n")) return;
    expect(read(`Write \`${envelope}\` to do it.`).calls).toEqual([]);
  });

  test("arguments that cannot be read go on as they were written", () => {
    const broken = envelope.includes("{")
      ? envelope.replace('"x"', "@@")
      : envelope.replace("<param", "path: a <param");
    const { calls, failures } = read(broken);
    expect(failures).toEqual(["malformed-body"]);
    expect(calls[0]).toMatchObject({
      name: "write",
      arguments: {},
      argumentsError: expect.stringContaining("Received arguments:"),
    });
  });

  test("an unknown tool is a call like any other", () => {
    const other = variant.render({ name: "nothing_like_it", arguments: {} }, undefined);
    expect(read(other).calls).toEqual([{ name: "nothing_like_it", arguments: {} }]);
  });

  test("prose without a call comes back as it is", () => {
    const text = '  Nothing to do.\n\n\n```json\n{ "name": "package" }\n```\n';
    expect(read(text)).toEqual({ calls: [], prose: text, failures: [], foreign: [] });
  });

  test("a reader never sees an envelope while it is written", () => {
    const text = `First.\n\n${envelope}`;
    for (let end = 0; end <= text.length; end++) {
      const shown = visibleProse(text.slice(0, end), variant, tools);
      expect("First.".startsWith(shown.trimEnd())).toBe(true);
    }
  });
});

describe("names in fences", () => {
  const fenced = variants.find(({ isFence }) => isFence) as Variant;

  test.each([
    ['```json\n{"name": "write", "arguments": {"path": "a"}}\n```', 1],
    ['```json\n{"name": "write", "version": "1.0.0", "arguments": {}}\n```', 0],
    ['```json\n{"name": "other", "arguments": {}}\n```', 0],
    ['```ts\n{"name": "write", "arguments": {}}\n```', 0],
    ['```tool_call\n{"name": "other", "arguments": {}}\n```', 1],
  ])("%s", (text, calls) => {
    expect(readMessage(text, fenced, tools).calls).toHaveLength(calls);
  });
});

test.each<[string, string, JsonObject]>([
  ["white space stays", "\n  x \r\n", { content: "\n  x \r\n" }],
  [
    "tags and entities stay as they are",
    '<b title="x">&amp;</b> </function> <param name="y">',
    {
      content: '<b title="x">&amp;</b> </function> <param name="y">',
    },
  ],
])("text between parameter tags: %s", (_, text, expected) => {
  const variant = variants.find(({ name }) => name === "function-xml") as Variant;
  const { calls } = readMessage(
    `<function name="write"><param name="content">${text}</param></function>`,
    variant,
    tools,
  );
  expect(calls[0]?.arguments).toEqual(expected);
});

/** Names as tools and schemas have them, and a few that only hostile ones have. */
const names = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][\w.-]{0,20}$/),
  fc.constantFrom('a"b', "a<b>", "a&amp;b", "__proto__"),
);
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "</param>",
    "</function>",
    "</pi:call>",
    "</tool_call>",
    "```",
    "\n```\n",
    "<think>",
    "&lt;",
    " \r\n ",
    '{"a":1}',
    "5",
    "true",
  ),
);
const schemas = fc.constantFrom<Tool["parameters"]>(
  true,
  { type: "string" },
  { type: ["string", "number"] },
  { type: "number" },
  {
    type: "array",
  },
  { type: "object" },
);

test.each(variants)("$name reads back what it renders, whatever the call holds", (variant) => {
  const values = fc.oneof(texts, fc.jsonValue());
  const calls = fc.record({
    name: names.filter((name) => name !== "__proto__"),
    entries: fc.array(fc.tuple(names, values, schemas), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(calls, texts, ({ name, entries }, before) => {
      // JSON has no -0, and a schema that wants no text is not given one.
      const args = JSON.parse(
        JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, value]))),
      ) as JsonObject;
      const properties = Object.fromEntries(entries.map(([key, , schema]) => [key, schema]));
      const tool: Tool = { name, description: "", parameters: { type: "object", properties } };
      const text = `${before.replaceAll(/[`~<]/g, "")}\n\n${variant.render({ name, arguments: args }, tool)}`;
      const { calls: read } = readMessage(text, variant, new Map([[name, tool]]));
      expect(read).toEqual([{ name, arguments: args }]);
    }),
    { numRuns: 500 },
  );
});
