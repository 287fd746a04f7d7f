/**
 * What the largest calls cost: milliseconds for each shape, each with schemas that were never seen before, and beside them
 * what the agent's own validator takes for the same call.
 *
 *     node bench/limits.ts
 *
 * Exit code 1 when a shape takes more than 200 ms beyond the agent, or text that is too long more than 20 ms.
 */
import { validateToolArguments } from "@earendil-works/pi-ai";
import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Tool, ToolCall } from "../src/core/call.ts";
import type { Json, JsonObject } from "../src/core/json.ts";
import { repairToolCall } from "../src/lib.ts";

const KEYS = 10_000;
const LEVELS = 960;
const CHARACTERS = 990_000;
const BAR_MILLISECONDS = 200;
const TOO_LONG_MILLISECONDS = 20;
/** The faster of so many runs: others use this machine too. */
const RUNS = 3;

interface Shape {
  readonly name: string;
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly bar: number;
}

const text: JsonSchema = { type: "string" };
const numbers: JsonSchema = { type: "array", items: { type: "integer" } };
const edit = { oldText: text, newText: text };
const tree = object({ name: text, children: { type: "array", items: { $ref: "#" } } }, ["name"]);

const shapes: readonly Shape[] = [
  faulty("keys of another style", keyed("keyName", "v"), closed(declared("key_name_", text))),
  faulty("keys with a typo", keyed("fieeld_name_", "v"), closed(declared("field_name_", text))),
  faulty("undeclared keys, closed", keyed("key_", "v"), closed({ path: text, content: text }, ["path"])),
  faulty("undeclared keys, open", keyed("key_", "v"), object({ path: text, content: text }, ["path"])),
  faulty("lists as text", keyed("key_", "[1,2]"), closed(declared("key_", numbers))),
  faulty(
    "wrapped values",
    keyed("key_", () => ({ value: "v" })),
    closed(declared("key_", text)),
  ),
  faulty("placeholders", keyed("key_", "N/A"), closed(declared("key_", { type: "number" }))),
  faulty("a map of lists as text", { map: keyed("key_", "[1,2]") }, map(numbers)),
  faulty("items of another case", { list: Array(KEYS).fill("ALPHA") }, list({ enum: ["alpha", "beta"] })),
  faulty("items that are none", { list: Array(KEYS).fill("gamma") }, list({ enum: ["alpha", "beta"] })),
  faulty(
    "items with aliases",
    { list: Array.from({ length: KEYS / 2 }, () => ({ old_string: "a", new_string: "b" })) },
    edits(),
  ),
  faulty("levels of objects", nested({ name: ["x"] }, LEVELS / 2), tree),
  faulty("levels of lists", { list: nestedList(LEVELS) }, list(text)),
  broken("a comma at the end", `{"path":"a","content":"${'say \\"hi\\" now '.repeat(CHARACTERS / 15)}",}`),
  broken("inner quotes", `{"path":"a","content":"${'say "hi" now '.repeat(CHARACTERS / 13)}"}`),
  broken("single quotes", `{'path':'a','content':'${"some words ".repeat(CHARACTERS / 11)}'}`),
  broken("brackets", "[".repeat(CHARACTERS)),
  broken("quotes", '"'.repeat(CHARACTERS)),
  broken("tags", '<parameter name="path">'.repeat(CHARACTERS / 23)),
  broken("lines", "path: a\n".repeat(CHARACTERS / 8)),
  broken("objects", '{"path":"a"}'.repeat(CHARACTERS / 12)),
  broken("prose", "These are words. ".repeat(CHARACTERS / 17)),
  { ...broken("too long", "{".repeat(3_000_000)), bar: TOO_LONG_MILLISECONDS },
];

repairToolCall({ call: { name: "tool", arguments: { a: "1" } }, tools: [{ ...tool(object({ a: numbers })) }] });
let failed = false;
for (const { name, call, tool: target, bar } of shapes) {
  let [ours, agent] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let kind = "";
  for (let run = 0; run < RUNS; run++) {
    ours = Math.min(
      ours,
      timed(() => (kind = repairToolCall({ call, tools: [fresh(target)] }).kind)),
    );
    agent = Math.min(
      agent,
      timed(() => validate(fresh(target), call)),
    );
  }
  const late = ours - agent > bar;
  failed ||= late;
  console.log(
    `${name.padEnd(26)} ${kind.padEnd(9)} ${ours.toFixed(1).padStart(7)} ms   the agent ${agent.toFixed(1).padStart(7)} ms${late ? "   too slow" : ""}`,
  );
}
process.exitCode = failed ? 1 : 0;

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function validate(target: Tool, call: ToolCall): void {
  try {
    validateToolArguments(target as Parameters<typeof validateToolArguments>[0], {
      type: "toolCall",
      id: "1",
      ...call,
    });
  } catch {
    // A rejection takes its time as well.
  }
}

/** The tool with a schema object that nobody has prepared anything for. */
function fresh(target: Tool): Tool {
  return { ...target, parameters: structuredClone(target.parameters) };
}

function faulty(name: string, args: JsonObject, schema: JsonSchema): Shape {
  return { name, call: { name: "tool", arguments: args }, tool: tool(schema), bar: BAR_MILLISECONDS };
}

function broken(name: string, raw: string): Shape {
  const call = { name: "tool", arguments: {}, argumentsError: `No JSON\n\nReceived arguments:\n${raw}` };
  return {
    name: `1 MB: ${name}`,
    call,
    tool: tool(object({ path: text, content: text }, ["path"])),
    bar: BAR_MILLISECONDS,
  };
}

function tool(parameters: JsonSchema): Tool {
  return { name: "tool", description: "A tool", parameters };
}

function object(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties, required: [...required] };
}

function closed(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

function list(items: JsonSchema): JsonSchema {
  return object({ list: { type: "array", items } }, ["list"]);
}

function map(values: JsonSchema): JsonSchema {
  return object({ map: { type: "object", additionalProperties: values } }, ["map"]);
}

function edits(): JsonSchema {
  return list(object(edit, Object.keys(edit)));
}

function declared(prefix: string, schema: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`${prefix}${at}`, schema]));
}

function keyed(prefix: string, value: Json | (() => Json)): JsonObject {
  const next = () => (typeof value === "function" ? value() : value);
  return Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`${prefix}${at}`, next()]));
}

function nested(leaf: JsonObject, levels: number): JsonObject {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = { Name: "n", children: [value] };
  return value;
}

function nestedList(levels: number): Json {
  let value: Json = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
