import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { findCalls } from "../../src/grammar/find-calls.ts";
import type { Tool } from "../../src/lib.ts";
import { named, renders, tagged } from "./render.ts";

const tools: readonly Tool[] = [
  {
    name: "save_note",
    description: "Saves a note.",
    parameters: {
      type: "object",
      properties: {
        content: { type: "string" },
        title: { type: "string" },
        level: { type: "integer" },
        ratio: { type: "number" },
        pinned: { type: "boolean" },
        tags: { type: "array", items: { type: "string" } },
        meta: { type: "object", properties: { from: { type: "string" }, at: { type: "number" } } },
      },
    },
  },
  { name: "list-notes.v2", description: "Lists notes.", parameters: { type: "object", properties: {} } },
];

/** Pieces a file may hold: markup of every family, code, quotes, escapes, line ends. */
const piece = fc.oneof(
  fc.string({ maxLength: 12, unit: "grapheme" }),
  fc.constantFrom(
    ...["\n", "\r\n", "\t", "  ", "\\", '"', "'", "`", "```", "~~~\n", "{", "}", "[", "]", "$&", "&amp;", "\u2028"],
    ...[
      "<tool_call>",
      "</tool_call>",
      "</function>",
      "</invoke>",
      "<think>",
      "</think>",
      "<|call|>",
      "<｜DSML｜invoke>",
    ],
    ...["<|tool_call_end|>", "[TOOL_CALLS]", "[ARGS]", "<function_calls>", "</function_calls>", "</s>", "<div>", "]]>"],
    ...[
      '{"name":"save_note","arguments":{}}',
      "bash(command='ls')",
      "<function=ls>\n</function>",
      "null",
      "true",
      "12",
    ],
  ),
);
const content = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

const note = fc.record(
  {
    content,
    title: fc.string({ maxLength: 20 }),
    level: fc.integer({ min: -99, max: 99_999 }),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    pinned: fc.boolean(),
    tags: fc.array(content, { maxLength: 3 }),
    meta: fc.record({ from: content, at: fc.integer() }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const call = fc.oneof(
  { weight: 4, arbitrary: note.map((args) => ({ name: "save_note", arguments: args })) },
  { weight: 1, arbitrary: fc.constant({ name: "list-notes.v2", arguments: {} as JsonObject }) },
);
const python = ["olmo", "gemma", "pythonic", "llama, Python"];

test.each(Object.keys(renders))("%s: what is rendered is read back", (family) => {
  const render = renders[family];
  fc.assert(
    fc.property(
      fc.array(call, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "Let me see.\n\n", "Über `x`:\n"),
      (calls, before) => {
        const plain = calls.map((item) => ({
          ...item,
          name: python.includes(family) ? item.name.replace("-", "_") : item.name,
        }));
        const known = tools.map((tool) => ({
          ...tool,
          name: python.includes(family) ? tool.name.replace("-", "_") : tool.name,
        }));
        const lead = Object.hasOwn(named, family) ? "" : before;
        const found = findCalls({
          text: lead + (render?.(plain) ?? ""),
          tools: known,
          ...(Object.hasOwn(named, family) && { families: [named[family] ?? ""] }),
        });
        if (found.kind !== "calls") throw new Error(`${found.kind}: ${found.reason}`);
        expect(found.calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(plain);
        expect(found.remainder).toBe(lead.trimEnd());
      },
    ),
    { numRuns: 300 },
  );
});

test.each(tagged)("%s: a value with its own closing tag never runs cut", (family) => {
  const closers = ["</parameter>", "</｜DSML｜parameter>", "</arg_value>"];
  const value = fc.tuple(content, fc.constantFrom(...closers), content).map((parts) => parts.join(""));
  fc.assert(
    fc.property(value, (inside) => {
      const found = findCalls({
        text: renders[family]?.([{ name: "save_note", arguments: { content: inside, level: 1 } }]) ?? "",
        tools,
      });
      if (found.kind === "calls") expect(found.calls).toMatchObject([{ arguments: { content: inside, level: 1 } }]);
    }),
    { numRuns: 300 },
  );
});
