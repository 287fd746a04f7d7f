import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { byName, rawCall, recoverWith, reply, tool, tools } from "./scripted.ts";

const string = { type: "string" } as const;
const call = (name: string, args: JsonObject): ToolCall => ({ id: "c1", name, arguments: args });

describe("answers that stand", () => {
  test.each<[string, ToolCall, string, JsonObject]>([
    [
      "a renamed field",
      call("write", { quux: "a", content: "b" }),
      reply("write", { path: "a", content: "b" }),
      { path: "a", content: "b" },
    ],
    [
      "in a fence, with prose",
      call("write", { quux: "a", content: "b" }),
      `Sure:\n\`\`\`json\n${reply("write", { path: "a", content: "b" })}\n\`\`\`\nDone {ok}`,
      { path: "a", content: "b" },
    ],
    [
      "after thoughts",
      call("write", { quux: "a", content: "b" }),
      `<think>{"toolName":"bash","args":{"command":"x"}}</think>${reply("write", { path: "a", content: "b" })}`,
      { path: "a", content: "b" },
    ],
    [
      "braces and quotes inside strings",
      call("write", { quux: 'a}"{', content: "b" }),
      reply("write", { path: 'a}"{', content: "b" }),
      { path: 'a}"{', content: "b" },
    ],
    [
      "argument text that is code",
      rawCall("bash", "make all\nmake test"),
      reply("bash", { command: "make all\nmake test" }),
      { command: "make all\nmake test" },
    ],
    [
      "unescaped quotes",
      rawCall("write", '{"quux": "a", "body2": "say "hi""}'),
      reply("write", { path: "a", content: 'say "hi"' }),
      { path: "a", content: 'say "hi"' },
    ],
  ])("%s", async (_name, sent, answer, runs) => {
    expect(await recoverWith(sent, [answer])).toMatchObject({
      kind: "recovered",
      call: { name: sent.name, arguments: runs },
      cost: { model: "test/model", inputTokens: 100, outputTokens: 10, cost: 0.001 },
    });
  });

  test("an unknown tool becomes the one that does what the name says", async () => {
    const sent = call("make_file", { quux: "a", stuff: "b" });
    expect(await recoverWith(sent, [reply("write", { path: "a", content: "b" })])).toMatchObject({
      kind: "recovered",
      call: { id: "c1", name: "write", arguments: { path: "a", content: "b" } },
      edits: [
        { level: "name", before: "make_file", after: "write" },
        { level: "key", before: "quux", after: "path" },
        { level: "key" },
      ],
    });
  });
});

describe("answers that do not", () => {
  const broken = call("write", { quux: "a", content: "b" });
  test.each<[string, ToolCall, string, string]>([
    ["nothing", broken, "", "reply"],
    ["prose", broken, "I would call write with path a.", "reply"],
    ["invalid JSON", broken, '{"toolName":"write","args":{"path":', "reply"],
    ["a list", broken, "[1,2]", "reply"],
    ["a giant", broken, `${" ".repeat(300_000)}${reply("write", { path: "a", content: "b" })}`, "reply"],
    ["no correction", broken, reply("none", {}), "no-correction"],
    ["a tool nobody has", broken, reply("write_file_v2", { path: "a", content: "b" }), "tool"],
    ["a tool named like a method", broken, reply("constructor", {}), "tool"],
    ["another active tool", broken, reply("bash", { command: "b" }), "tool-switch"],
    ["a missing field", broken, reply("write", { path: "a" }), "schema"],
    ["a wrong type", broken, reply("write", { path: ["a"], content: { a: 1 } }), "schema"],
    ["what the host would distort", broken, '{"toolName":"write","args":{"path":"a","content":null}}', "schema"],
    ["an invented value", broken, reply("write", { path: "a.txt", content: "b" }), "nothing-invented"],
    [
      "an invented option",
      call("bash", { quux: "ls" }),
      reply("bash", { command: "ls", timeout: 5 }),
      "nothing-invented",
    ],
    ["a lost value", call("bash", { quux: "ls", cwd: "/tmp" }), reply("bash", { command: "ls" }), "nothing-lost"],
    ["a dropped flag", call("bash", { quux: "ls", dry_run: true }), reply("bash", { command: "ls" }), "nothing-lost"],
    [
      "swapped values",
      call("write", { quux: "a", content: "b" }),
      reply("write", { path: "b", content: "a" }),
      "kept-in-place",
    ],
    [
      "a note in place of a value",
      call("bash", { quux: "ls", note: "rm -rf build" }),
      reply("bash", { command: "rm -rf build", quux: "ls" }),
      "note-taken",
    ],
    ["a handle nobody gave", broken, reply("write", { path: "a", content: { $value: "v7" } }), "handles"],
    ["a destructive tool", call("wipe_file", { path: "a" }), reply("delete_file", { path: "a" }), "tool-switch"],
    [
      "a name that asks for something else",
      call("delete_note", { path: "a" }),
      reply("read", { path: "a" }),
      "tool-switch",
    ],
    [
      "another language",
      call("run_python", { code: "print(1)" }),
      reply("bash", { command: "print(1)" }),
      "tool-switch",
    ],
    [
      "a tool for a piece of a text",
      call("shell_run", { note: "run ls" }),
      reply("bash", { command: "ls" }),
      "tool-switch",
    ],
  ])("%s", async (_name, sent, answer, gate) => {
    expect(await recoverWith(sent, [answer])).toMatchObject({
      kind: "refused",
      call: sent,
      recovery: { kind: "declined", gate, cost: { model: "test/model" } },
    });
  });

  test("a server's tool never becomes a built-in one", async () => {
    const sent = call("mcp__files__read_it", { path: "a" });
    expect(await recoverWith(sent, [reply("read", { path: "a" })])).toMatchObject({
      recovery: { gate: "tool-switch" },
    });
  });
});

test.each([
  ["beside the right value", { quux: "ls", note: "look around" }, { command: "ls", note: "look around" }],
  ["where it is all there is", { note: "ls" }, { command: "ls" }],
])("a note may stay or be meant: %s", async (_name, sent, args) => {
  expect(await recoverWith(call("bash", sent), [reply("bash", args)])).toMatchObject({ kind: "recovered" });
});

describe("a second attempt", () => {
  const broken = call("write", { quux: "a", content: "b" });
  test("brings the finding and may stand", async () => {
    const outcome = await recoverWith(broken, [
      reply("write", { path: "x", content: "b" }),
      reply("write", { path: "a", content: "b" }),
    ]);
    expect(outcome).toMatchObject({ kind: "recovered", cost: { inputTokens: 200, outputTokens: 20 } });
  });
  test("is the last", async () => {
    const outcome = await recoverWith(broken, ["no", "no", reply("write", { path: "a", content: "b" })]);
    expect(outcome).toMatchObject({ kind: "refused", recovery: { gate: "reply" } });
  });
});

test("a switch between active tools stands only when the fields are those of the other", async () => {
  const search = tool("search", "Search the web.", { query: string, site: string }, ["query"]);
  const find = tool("find", "Find files by pattern.", { pattern: string }, ["pattern"]);
  const active = byName([search, find, ...tools.values()]);
  const sent = call("search", { pattern: "*.ts" });
  expect(await recoverWith(sent, [reply("find", { pattern: "*.ts" })], active)).toMatchObject({ kind: "recovered" });
  const other = call("search", { pattern: "*.ts", quux: 1 });
  expect(await recoverWith(other, [reply("find", { pattern: "*.ts" })], active)).toMatchObject({ kind: "refused" });
});
