import type { JsonSchema } from "@earendil-works/pi-schema";
import { describe, expect, test } from "vitest";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { findBreach } from "../../src/core/laws.ts";

const string = { type: "string" } as const;
const write = tool({ path: string, content: string }, ["path", "content"]);
const run = tool({ command: string, timeout: { type: "number" }, background: { type: "boolean" } }, ["command"]);
const list = tool({ paths: { type: "array", items: string }, limit: { type: "number" } });
const order = tool({
  unit: { enum: ["celsius", "fahrenheit"] },
  size: { type: "integer", default: 10 },
  tags: { type: "array", items: string },
  gift: { type: "boolean" },
});

describe("what says the same", () => {
  test.each<[string, Tool, JsonObject | string, JsonObject]>([
    ["a renamed key", write, { file: "a.ts", body: "x" }, { path: "a.ts", content: "x" }],
    ["an opened wrapper", write, { args: { path: "a", content: "" } }, { path: "a", content: "" }],
    ["decoded JSON", list, { paths: '["a b","c\\n\\"d\\""]' }, { paths: ["a b", 'c\n"d"'] }],
    ["a Python list", list, { paths: "['a', 'it\\'s']" }, { paths: ["a", "it's"] }],
    [
      "raw text with a trailing comma",
      write,
      '{"path": "a", "content": "x \\"y\\"",}',
      { path: "a", content: 'x "y"' },
    ],
    ["raw text in a fence", write, '```json\n{"path":"a","content":"b"}\n```', { path: "a", content: "b" }],
    ["prose around the object", write, 'Sure!\n{"path":"a","content":"b"} Done.', { path: "a", content: "b" }],
    ["tags", write, "<path>a</path>\n<content>b &lt; c</content>", { path: "a", content: "b < c" }],
    ["comments", write, '{"path":"a", // the file\n"content":"b"}', { path: "a", content: "b" }],
    ["an argument list", run, { command: ["rm", "my file"] }, { command: "rm 'my file'" }],
    ["a shell around the script", run, { command: ["bash", "-lc", "ls | wc"] }, { command: "ls | wc" }],
    [
      "JSON text of an object",
      write,
      { path: "a.json", content: { a: 1 } },
      { path: "a.json", content: '{\n  "a": 1\n}' },
    ],
    ["a number in words", order, { size: "five" }, { size: 5 }],
    ["a boolean in words", order, { gift: "No" }, { gift: false }],
    ["a folded member", order, { unit: "Celsius." }, { unit: "celsius" }],
    ["a member missed by a letter", order, { unit: "celcius" }, { unit: "celsius" }],
    ["a default for a placeholder", order, { size: null }, { size: 10 }],
    ["a dropped placeholder", order, { unit: "celsius", size: "N/A" }, { unit: "celsius" }],
    ["the same value under two names", write, { path: "a", file: "a", content: "b" }, { path: "a", content: "b" }],
    ["an envelope", write, { name: "tool", arguments: { path: "a", content: "b" } }, { path: "a", content: "b" }],
    ["a note about the call", closed(write), { path: "a", content: "b", reasoning: "so" }, { path: "a", content: "b" }],
    [
      "a parameter that changes nothing",
      write,
      { path: "a", content: "b", replace_all: false },
      { path: "a", content: "b" },
    ],
    [
      "one value under two tags",
      tool({ a: { type: "number" }, b: { type: "number" } }),
      '<parameter name="a">2</parameter>\n<parameter name="b">2</parameter>',
      { a: 2, b: 2 },
    ],
    ["one text under two tags", write, "<path>a b</path>\n<content>a b</content>", { path: "a b", content: "a b" }],
    [
      "a fraction under a number",
      tool({ a: { type: "array", items: { type: "number" } } }),
      '{"a":{"0":0.8,"1":1.7},}',
      { a: [0.8, 1.7] },
    ],
    ["a marked key twice", write, '{"path ":"a","n ":7}{"path ":"a","n ":7}', { "path ": "a", "n ": 7 }],
    ["a backslash at the end, twice", run, '{"command":"dir C:\\\\"}{"command":"dir C:\\\\"}', { command: "dir C:\\" }],
    ["words of a map's keys", order, { tags: { one: "x", two: "y" } }, { tags: ["x", "y"] }],
  ])("%s", (_name, target, sent, runs) => {
    expect(findBreach(emit(sent), { name: target.name, arguments: runs }, target)).toBeUndefined();
  });
});

describe("what says more or less", () => {
  test.each<[string, Tool, JsonObject | string, JsonObject, string, string]>([
    ["a made-up value", write, { path: "a" }, { path: "a", content: "hello" }, "nothing-invented", "/content"],
    ["an empty string", write, { path: "a" }, { path: "a", content: "" }, "nothing-invented", "/content"],
    ["an empty list", list, { limit: 3 }, { limit: 3, paths: [] }, "nothing-invented", "/paths"],
    [
      "a default without a placeholder",
      order,
      { unit: "celsius" },
      { unit: "celsius", size: 10 },
      "nothing-invented",
      "/size",
    ],
    [
      "a value said once, used twice",
      write,
      { text: "a" },
      { path: "a", content: "a" },
      "nothing-invented",
      "/content",
    ],
    ["a longer text", run, { cmd: "ls" }, { command: "ls && rm -rf /" }, "nothing-invented", "/command"],
    [
      "a completed word",
      write,
      { path: "src/in", body: "b" },
      { path: "src/index.ts", content: "b" },
      "nothing-invented",
      "/path",
    ],
    [
      "part of a word",
      write,
      { file: "abcdef", content: "b" },
      { path: "abc", content: "b" },
      "nothing-invented",
      "/path",
    ],
    ["another number", order, { size: "five" }, { size: 6 }, "nothing-invented", "/size"],
    ["another member", order, { unit: "kelvin" }, { unit: "celsius" }, "nothing-invented", "/unit"],
    [
      "a command inside a text",
      run,
      { note: "please call rm -rf /" },
      { command: "rm -rf /" },
      "nothing-invented",
      "/command",
    ],
    ["a key of nobody's", list, { paths: ["a"] }, { paths: ["a"], force: {} }, "nothing-invented", "/force"],
    ["a dropped flag", run, { command: "ls", dry_run: true }, { command: "ls" }, "nothing-lost", "/dry_run"],
    [
      "a dropped flag beside the same value",
      run,
      { command: "x", background: true, dry: true },
      { command: "x", background: true },
      "nothing-lost",
      "/dry",
    ],
    [
      "a dropped field",
      write,
      { file: "a", content: "b", mode: "0644" },
      { path: "a", content: "b" },
      "nothing-lost",
      "/mode",
    ],
    ["a dropped item", list, { paths: ["a", "b", "a"] }, { paths: ["a", "b"] }, "nothing-lost", "/paths/2"],
    [
      "a dropped field of raw text",
      write,
      '{"path":"a","content":"b","mode":"0644",}',
      { path: "a", content: "b" },
      "nothing-lost",
      "",
    ],
    [
      "a second object",
      write,
      '{"path":"a","content":"b"}{"path":"c"}',
      { path: "a", content: "b" },
      "nothing-lost",
      "",
    ],
    [
      "a note the schema asks for",
      tool({ path: string, reasoning: string }),
      { p: "a", reasoning: "so" },
      { path: "a" },
      "nothing-lost",
      "/reasoning",
    ],
    [
      "a note of an open schema",
      write,
      { path: "a", content: "b", reasoning: "so" },
      { path: "a", content: "b" },
      "nothing-lost",
      "/reasoning",
    ],
    [
      "approval that was asked for",
      closed(run),
      { command: "x", requires_approval: true },
      { command: "x" },
      "nothing-lost",
      "/requires_approval",
    ],
    [
      "a half of the text",
      write,
      { path: "a", text: "one\ntwo" },
      { path: "a", content: "one" },
      "nothing-invented",
      "/content",
    ],
  ])("%s", (_name, target, sent, runs, law, path) => {
    expect(findBreach(emit(sent), { name: target.name, arguments: runs }, target)).toMatchObject({ law, path });
  });
});

test("ten megabytes of escapes are no burden", () => {
  const content = 'a "quoted" \\ line\n'.repeat(300_000);
  const raw = `${JSON.stringify({ path: "a", content })}}`;
  expect(findBreach(emit(raw), { name: "tool", arguments: { path: "a", content } }, write)).toBeUndefined();
  const cut = { path: "a", content: content.slice(0, -5) };
  expect(findBreach(emit(raw), { name: "tool", arguments: cut }, write)).toBeDefined();
});

function emit(sent: JsonObject | string): ToolCall {
  return typeof sent === "string"
    ? { name: "tool", arguments: {}, argumentsError: `not JSON\n\nReceived arguments:\n${sent}` }
    : { name: "tool", arguments: sent };
}

function tool(properties: Readonly<Record<string, JsonSchema>>, required: string[] = []): Tool {
  return { name: "tool", description: "", parameters: { type: "object", properties, required } };
}

function closed(open: Tool): Tool {
  return { ...open, parameters: { ...(open.parameters as object), additionalProperties: false } };
}
