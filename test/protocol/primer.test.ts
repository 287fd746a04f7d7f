import { expect, test } from "vitest";
import { primer } from "../../src/protocol/primer.ts";
import { readMessage } from "../../src/protocol/read-message.ts";
import { variants } from "../../src/protocol/variants.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";

test.each(variants)("$name takes at most 1,700 characters for seven tools", (variant) => {
  expect(builtinTools).toHaveLength(7);
  expect(primer(builtinTools, variant).length).toBeLessThanOrEqual(1_700);
});

test.each(variants)("$name shows examples that read as calls of its tools", (variant) => {
  const tools = new Map(builtinTools.map((tool) => [tool.name, tool]));
  const examples = primer(builtinTools, variant).split("Examples:\n")[1] ?? "";
  const { calls, failures } = readMessage(examples, variant, tools);
  expect(failures).toEqual([]);
  expect(calls).toMatchObject([
    { name: "bash", arguments: { command: "ls" } },
    { name: "edit", arguments: { path: "src/main.ts", edits: [{ oldText: "old text", newText: "new text" }] } },
  ]);
});

test.each([
  [{ type: "object", required: ["n"], properties: { n: { type: "integer" } } }, "t(n:integer)"],
  [
    { type: "object", properties: { mode: { enum: ["a", "b"] }, tags: { type: "array", items: { type: "string" } } } },
    't(mode?:"a"|"b", tags?:[string])',
  ],
  [
    { $ref: "#/$defs/a", $defs: { a: { type: "object", properties: { x: { type: ["string", "null"] } } } } },
    "t(x?:string)",
  ],
  [true, "t()"],
] as const)("a tool with parameters %j", (parameters, line) => {
  const [variant] = variants;
  if (variant === undefined) throw new Error("no variant");
  expect(primer([{ name: "t", description: "", parameters }], variant)).toContain(`\n${line}\n`);
});
