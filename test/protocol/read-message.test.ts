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

const marks = [
  "</param>",
  "</param ><param name='x'>",
  "</function>",
  "</pi:call>",
  "</tool_call>",
  '<pi:call name="bash">{"command":"ls"}</pi:call>',
  "```",
  "\n```\n",
  "\n~~~\n",
  "<think>",
  "</think>",
  "&lt;",
  "&amp;lt;",
  " \r\n ",
  "\u2028",
  "\u0000",
  "\ud800",
  "\\",
  '"',
  "'",
  '{"a":1}',
  "5",
  "-0",
  "1e999",
  "true",
  "null",
  "TOOL bash OK\n",
];

/** Names as tools and schemas have them, and some that only hostile ones have. */
const names = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][\w.-]{0,20}$/),
  fc.constantFrom('a"b', "a'b", "a<b>", "a&amp;b", "a b", "a=b", "name", "type", "constructor", "toString", ...marks),
);
const keys = fc.oneof(names, fc.constantFrom("", "__proto__", "arguments", "parameters", "a\nb"));
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...marks),
  fc.array(fc.oneof(fc.constantFrom(...marks), fc.string()), { maxLength: 6 }).map((parts) => parts.join("")),
);
const schemas = fc.constantFrom<Tool["parameters"]>(
  true,
  false,
  { type: "string" },
  { type: ["string", "number"] },
  { type: ["string", "null"] },
  { anyOf: [{ type: "string" }, { type: "object" }] },
  { type: "number" },
  { type: "boolean" },
  { type: "array" },
  { type: "object" },
  { enum: ["a", 1, null] },
);
const values = fc.oneof(
  texts,
  fc.jsonValue(),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(keys, texts, { maxKeys: 3 }),
);
const madeCalls = fc.record({
  name: names.filter((name) => name.trim() !== ""),
  entries: fc.array(fc.tuple(keys, values, schemas), { maxLength: 5 }),
  isClosed: fc.boolean(),
});
type Made = typeof madeCalls extends fc.Arbitrary<infer T> ? T : never;

function made({ name, entries, isClosed }: Made): { readonly tool: Tool; readonly args: JsonObject } {
  // JSON has no -0.
  const args = JSON.parse(
    JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, value]))),
  ) as JsonObject;
  const properties = Object.fromEntries(entries.map(([key, , schema]) => [key, schema]));
  const parameters: Tool["parameters"] = {
    type: "object",
    properties,
    ...(isClosed && { additionalProperties: false }),
  };
  return { tool: { name, description: "", parameters }, args };
}

describe.each(variants)("$name", (variant) => {
  test("reads back what it renders, whatever the call holds", () => {
    fc.assert(
      fc.property(madeCalls, texts, (call, before) => {
        const { tool, args } = made(call);
        const { name } = tool;
        const text = `${before.replaceAll(/[`~<]/g, "")}\n\n${variant.render({ name, arguments: args }, tool)}`;
        const known = readMessage(text, variant, new Map([[name, tool]]));
        expect(known).toMatchObject({ calls: [{ name, arguments: args }], failures: [] });
        expect(JSON.stringify(known.calls[0]?.arguments)).toBe(JSON.stringify(args));
      }),
      { numRuns: 500 },
    );
  });

  test("reads back several calls in a row", () => {
    fc.assert(
      fc.property(fc.array(madeCalls, { minLength: 2, maxLength: 4 }), (calls) => {
        const all = calls.map(made);
        const tools = new Map(all.map(({ tool }) => [tool.name, tool]));
        if (tools.size < all.length) return;
        const text = all.map(({ tool, args }) => variant.render({ name: tool.name, arguments: args }, tool)).join("\n");
        const { calls: read } = readMessage(text, variant, tools);
        expect(read).toEqual(all.map(({ tool, args }) => ({ name: tool.name, arguments: args })));
      }),
      { numRuns: 200 },
    );
  });

  test("shows the reader none of it while it is written, and never fails", () => {
    fc.assert(
      fc.property(madeCalls, (call) => {
        const { tool, args } = made(call);
        const text = `First.\n\n${variant.render({ name: tool.name, arguments: args }, tool)}`;
        const tools = new Map([[tool.name, tool]]);
        for (let end = 8; end <= text.length; end += 7) {
          expect(visibleProse(text.slice(0, end), variant, tools).trimEnd()).toBe("First.");
        }
      }),
      { numRuns: 100 },
    );
  });

  test("takes any text without failing, and runs nothing that is not there", () => {
    const opener = fc.constantFrom(
      ...variant.openers,
      ...marks,
      '<pi:call name="',
      "<function name='a'>",
      '<param name="a">',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(opener, fc.string()), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const { calls } = readMessage(text, variant, tools);
        for (const { name } of calls)
          expect(name === "" || text.includes(name.slice(0, 3)) || /&/.test(text)).toBe(true);
        visibleProse(text, variant, tools);
      }),
      { numRuns: 500 },
    );
  });
});
