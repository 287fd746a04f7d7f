import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import { createEngine } from "../../src/core/engine.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import { propertiesOf } from "../../src/core/schema.ts";
import { rules } from "../../src/rules/index.ts";
import { byName, recoveryWith, reply, scriptedModel } from "./scripted.ts";

interface Row {
  readonly id: string;
  readonly tools: readonly Tool[];
  readonly emitted: ToolCall;
  readonly expected: { readonly outcome: string; readonly name?: string; readonly arguments?: JsonObject };
}

const rows = ["faults.jsonl", "reported.jsonl"]
  .flatMap((name) =>
    readFileSync(join(import.meta.dirname, "../fixtures", name), "utf8")
      .trim()
      .split("\n"),
  )
  .map((line): Row => JSON.parse(line))
  .filter(({ emitted }) => emitted.name !== undefined);
const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });

/** Asks a scripted model about every row that the rules refuse. */
async function askAboutAll(answer: (row: Row) => string) {
  const asked: Row[] = [];
  const recovered: { readonly row: Row; readonly call: ToolCall }[] = [];
  for (const row of rows) {
    const tools = byName(row.tools);
    const outcome = engine.decide(row.emitted, tools);
    if (outcome.kind !== "refused") continue;
    const model = scriptedModel(() => answer(row));
    const after = await recoveryWith(model).recover(outcome, tools, undefined);
    if (model.questions.length > 0) asked.push(row);
    if (after.kind === "recovered") recovered.push({ row, call: after.call });
  }
  return { asked, recovered };
}

test("about valid calls nobody is asked", async () => {
  const { asked } = await askAboutAll(() => reply("none", {}));
  expect(asked.filter(({ expected }) => expected.outcome === "unchanged").map(({ id }) => id)).toEqual([]);
});

test("a model that answers well settles what the rules leave", async () => {
  const { recovered } = await askAboutAll(({ expected }) =>
    expected.outcome === "repaired" ? reply(expected.name ?? "", expected.arguments ?? {}) : reply("none", {}),
  );
  expect(recovered.length).toBeGreaterThan(0);
  for (const { row, call } of recovered) expect([row.id, call.arguments]).toEqual([row.id, row.expected.arguments]);
});

test.each<[string, (row: Row) => string]>([
  ["makes up what is missing", ({ emitted, tools }) => reply(...filled(emitted, toolOf(emitted, tools)))],
  [
    "cuts texts short",
    ({ emitted, tools }) =>
      reply(
        toolOf(emitted, tools).name,
        changeTexts(emitted.arguments, (text) => text.slice(0, text.length / 2)),
      ),
  ],
  [
    "adds to texts",
    ({ emitted, tools }) =>
      reply(
        toolOf(emitted, tools).name,
        changeTexts(emitted.arguments, (text) => `${text} && rm -rf /`),
      ),
  ],
  ["answers with an empty call", ({ emitted, tools }) => reply(toolOf(emitted, tools).name, {})],
  [
    "drops what the tool does not know",
    ({ emitted, tools }) => reply(...onlyDeclared(emitted, toolOf(emitted, tools))),
  ],
  [
    "takes another tool",
    ({ emitted, tools }) =>
      reply(...filled(emitted, tools.find(({ name }) => name !== emitted.name) ?? toolOf(emitted, tools))),
  ],
])("a model that %s: nothing wrong is committed", async (_name, answer) => {
  const { recovered } = await askAboutAll(answer);
  for (const { row, call } of recovered) {
    expect([row.id, call.name, call.arguments]).toEqual([row.id, row.expected.name, row.expected.arguments]);
  }
});

function toolOf(call: ToolCall, tools: readonly Tool[]): Tool {
  const [first] = tools;
  const found = tools.find(({ name }) => name === call.name) ?? first;
  if (found === undefined) throw new Error("a row without tools");
  return found;
}

/** What was sent, with something in every declared field. */
function filled(call: ToolCall, tool: Tool): [string, JsonObject] {
  const made = [...propertiesOf(tool.parameters, tool.parameters)].map(
    ([name, schema]) => [name, sample(schema)] as const,
  );
  const [, own] = onlyDeclared(call, tool);
  return [tool.name, { ...Object.fromEntries(made), ...own }];
}

function onlyDeclared(call: ToolCall, tool: Tool): [string, JsonObject] {
  const declared = propertiesOf(tool.parameters, tool.parameters);
  return [tool.name, Object.fromEntries(Object.entries(call.arguments).filter(([name]) => declared.has(name)))];
}

function sample(schema: unknown): Json {
  if (!isObject(schema)) return "made up";
  if (isArray(schema.enum)) return schema.enum[0] ?? null;
  switch (schema.type) {
    case "number":
    case "integer":
      return 7;
    case "boolean":
      return true;
    case "array":
      return [sample(schema.items)];
    case "object":
      return {};
    default:
      return "made up";
  }
}

function changeTexts(args: JsonObject, change: (text: string) => string): JsonObject {
  const visit = (value: Json): Json => {
    if (typeof value === "string") return change(value);
    if (isArray(value)) return value.map(visit);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, visit(child)]))
      : value;
  };
  return visit(args) as JsonObject;
}
