import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import type { RecordedText, RecordedTurn } from "../../src/replay/recorded-call.ts";
import { createSessionReader } from "../../src/replay/session-reader.ts";

function read(...entries: JsonObject[]): { turns: readonly RecordedTurn[]; texts: readonly RecordedText[] } {
  const turns: RecordedTurn[] = [];
  const texts: RecordedText[] = [];
  const reader = createSessionReader({
    onTurn: (turn) => void turns.push(turn),
    onText: (text) => void texts.push(text),
  });
  for (const entry of entries) reader.read(entry);
  reader.end();
  return { turns, texts };
}

function message(fields: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "message", timestamp: "2026-03-04T05:06:07.000Z", message: fields, ...more };
}

function assistant(block: JsonObject, more: JsonObject = {}): JsonObject {
  const content = [{ type: "toolCall", id: "c1", name: "read", arguments: {}, ...block }];
  return message({ role: "assistant", provider: "p", model: "m", stopReason: "toolUse", content, ...more });
}

function result(text: string, isError = true, more: JsonObject = {}): JsonObject {
  return message({
    role: "toolResult",
    toolCallId: "c1",
    toolName: "read",
    isError,
    content: [{ type: "text", text }],
    ...more,
  });
}

describe("a recorded call", () => {
  test.each<[string, JsonObject[], JsonObject]>([
    ["ran", [assistant({ arguments: { path: "a" } }), result("text", false)], { result: "ran" }],
    ["failed while it ran", [assistant({ arguments: { path: "a" } }), result("ENOENT")], { result: "ran" }],
    ["has no result", [assistant({})], { result: "none" }],
    [
      "failed validation, with the arguments the host quotes",
      [
        assistant({}),
        result('Validation failed for tool "read":\n  - path: missing\n\nReceived arguments:\n{\n  "file": "a"\n}'),
      ],
      { result: "failed-validation", call: { arguments: { file: "a" } } },
    ],
    [
      "was malformed, in a file that keeps the error on the block",
      [
        assistant({ argumentsError: "bad\n\nReceived arguments:\n{path: 1" }),
        result('Invalid arguments for tool "read": bad\n\nReceived arguments:\n{path: 1'),
      ],
      { result: "failed-validation", call: { argumentsError: "bad\n\nReceived arguments:\n{path: 1" } },
    ],
    [
      "was malformed, in a file that keeps it in the result only",
      [assistant({}), result('Invalid arguments for tool "read": bad\n\nReceived arguments:\n{path: 1')],
      { result: "failed-validation", call: { argumentsError: "bad\n\nReceived arguments:\n{path: 1" } },
    ],
    ["named an unknown tool", [assistant({ name: "Read" }), result("Tool Read not found")], { result: "unknown-tool" }],
    [
      "was changed by an extension that kept the original on the block",
      [assistant({ arguments: { path: "a" }, rawArguments: { file: "a" } }), result("text", false)],
      { result: "mended", call: { arguments: { file: "a" } } },
    ],
    [
      "was changed in vain",
      [
        assistant({ arguments: { p: "a" }, rawArguments: { file: "a" } }),
        result('Validation failed for tool "read":\n  - path: missing\n\nReceived arguments:\n{"p":"a"}'),
      ],
      { result: "failed-validation", call: { arguments: { file: "a" } } },
    ],
    [
      "was changed by an extension that kept the raw text on the result",
      [assistant({ arguments: { path: "a" } }), result("text", false, { details: { rawArguments: "{path: 'a'}" } })],
      {
        result: "mended",
        call: { arguments: {}, argumentsError: "Not a JSON object\n\nReceived arguments:\n{path: 'a'}" },
      },
    ],
    [
      "was changed by an extension that kept the original in an entry",
      [
        assistant({ arguments: { path: "a" } }),
        { type: "custom", customType: "x", data: { toolCallId: "c1", rawArguments: { file: "a" } } },
        result("text", false),
      ],
      { result: "mended", call: { arguments: { file: "a" } } },
    ],
    [
      "has an empty id",
      [assistant({ id: "" }), result("Tool read not found", true, { toolCallId: "" })],
      { result: "unknown-tool" },
    ],
  ])("that %s", (_, entries, expected) => {
    expect(read(...entries).turns[0]?.calls[0]).toMatchObject({ model: "p/m", day: "2026-03-04", ...expected });
  });

  test("that shares its id with another one has the result of its own place", () => {
    const block = { type: "toolCall", id: "c1", name: "read", arguments: { path: "a" } };
    const two = assistant({}, { content: [block, { ...block, name: "nothing" }] });
    const { turns } = read(two, result("text", false), result("Tool nothing not found"));
    expect(turns[0]?.calls.map((call) => call.result)).toEqual(["ran", "unknown-tool"]);
  });

  test.each(["length", "error", "aborted"])("of a message that stopped for %s does not count", (stopReason) => {
    expect(read(assistant({}, { stopReason })).turns).toEqual([]);
  });
});

describe("a call that this extension decided in the session", () => {
  const repaired = { version: 1, callId: "c1", tool: "read", originalName: "Read", outcome: "repaired", rules: ["r"] };
  const refused = { version: 1, callId: "c1", tool: "read", originalName: "read", outcome: "refused" };
  const decided = (details: JsonObject, block: JsonObject = { arguments: { path: "a" } }) =>
    assistant(block, { diagnostics: [{ type: "tool_call_repair", timestamp: 1, details }] });
  const kept = (sent: JsonObject | null) => ({
    type: "custom",
    customType: "tool_call_sent",
    data: { version: 1, callId: "c1", sent, changes: [] },
  });
  const words = "The call did not run.";

  test.each<[string, JsonObject[], object]>([
    [
      "is judged as it was sent, kept before the message",
      [kept({ arguments: { file: "a" } }), decided(repaired), result("text", false)],
      { result: "mended", tool: "read", call: { name: "Read", arguments: { file: "a" } }, lost: undefined },
    ],
    [
      "is judged as it was sent, kept behind the message",
      [decided(repaired), kept({ raw: "{path: 'a'}" }), result("text", false)],
      {
        result: "mended",
        call: { arguments: {}, argumentsError: "Not a JSON object\n\nReceived arguments:\n{path: 'a'}" },
        lost: undefined,
      },
    ],
    [
      "keeps the verdict of then where a value is masked",
      [kept({ arguments: { file: "token [redacted]" } }), decided(repaired), result("text", false)],
      { result: "mended", lost: { outcome: "repaired", rules: ["r"] } },
    ],
    [
      "keeps the verdict of then where a value is cut",
      [kept({ arguments: { file: ["aaa… (1,204 characters)"] } }), decided(repaired), result("text", false)],
      { lost: { outcome: "repaired", rules: ["r"] } },
    ],
    [
      "keeps the verdict of then where nothing is kept",
      [decided(repaired), result("text", false)],
      { lost: { outcome: "repaired" } },
    ],
    [
      "was refused with its arguments in place",
      [
        decided({ ...refused, failure: "invalid-arguments" }, { arguments: { file: "a" }, argumentsError: words }),
        result(`Invalid arguments for tool "read": ${words}`),
      ],
      { result: "failed-validation", call: { id: "c1", name: "read", arguments: { file: "a" } }, lost: undefined },
    ],
    [
      "was refused for its text, which an entry keeps",
      [
        kept({ raw: "{path" }),
        decided({ ...refused, failure: "malformed-json" }, { argumentsError: words }),
        result(`Invalid arguments for tool "read": ${words}`),
      ],
      { result: "failed-validation", call: { argumentsError: "Not a JSON object\n\nReceived arguments:\n{path" } },
    ],
    [
      "was refused for its text, which is gone",
      [decided({ ...refused, failure: "truncated" }, { argumentsError: words }), result(words)],
      { result: "failed-validation", lost: { outcome: "refused", failure: "truncated" } },
    ],
    [
      "named an unknown tool and got our words for it",
      [decided({ ...refused, failure: "unknown-tool" }), result("There is no tool `read`.")],
      { result: "unknown-tool", lost: undefined },
    ],
    [
      "was only reported",
      [decided({ ...refused, outcome: "reported", findings: [] }), result("text", false)],
      { result: "ran", lost: undefined },
    ],
  ])("%s", (_, entries, expected) => {
    expect(read(...entries).turns[0]?.calls[0]).toMatchObject(expected);
  });

  test("and that came from the text is known as such", () => {
    const { turns } = read(decided({ ...refused, outcome: "untouched", source: "text" }), result("text", false));
    expect(turns[0]?.calls[0]).toMatchObject({ fromText: true, result: "ran", lost: undefined });
  });

  test("takes its own entry where a server uses an id again", () => {
    const { turns } = read(
      kept({ arguments: { file: "a" } }),
      decided(repaired),
      result("text", false),
      kept({ arguments: { file: "b" } }),
      decided(repaired),
      result("text", false),
    );
    expect(turns.map(({ calls }) => calls[0]?.call.arguments)).toEqual([{ file: "a" }, { file: "b" }]);
  });
});

describe("the tools of a call", () => {
  const tool = (name: string) => ({ name, description: "", parameters: { type: "object" } });
  const system = (fields: JsonObject, more: JsonObject = {}) =>
    message({ role: "system", content: "", ...fields }, more);
  const namesOf = (...entries: JsonObject[]) =>
    read(...entries).turns.map(({ calls }) => [...(calls[0]?.tools?.keys() ?? ["none"])]);

  test("are those that were declared before it", () => {
    expect(
      namesOf(
        assistant({}),
        system({ toolsAdded: [tool("read")] }),
        assistant({}),
        system({ toolsRemoved: [{ name: "read" }] }),
        assistant({}),
        { type: "compaction", systemMessage: { role: "system", toolsAdded: [tool("write")] } },
        assistant({}),
      ),
    ).toEqual([["none"], ["read"], [], ["write"]]);
  });

  test("are those of its own branch", () => {
    const at = (id: string, parentId: string | null, entry: JsonObject) => ({ ...entry, id, parentId });
    expect(
      namesOf(
        at("1", null, system({ toolsAdded: [tool("read")] })),
        at("2", "1", assistant({})),
        at("3", "2", system({ toolsAdded: [tool("write")] })),
        at("4", "3", assistant({})),
        at("5", "2", assistant({})),
        at("6", "4", assistant({})),
      ),
    ).toEqual([["read"], ["read", "write"], ["read"], ["read", "write"]]);
  });
});

describe("the answer to a turn", () => {
  const failed = [assistant({}), result("Tool read not found")];
  const usage = { input: 10, output: 5, cacheRead: 100, cacheWrite: 0 };

  test.each<[string, JsonObject[], number | undefined]>([
    ["is the next message of the model", [assistant({}, { usage })], 115],
    ["may be cut off", [assistant({}, { usage, stopReason: "length" })], 115],
    ["is made again when it broke off", [assistant({}, { stopReason: "error" }), assistant({}, { usage })], 115],
    ["is none once the user spoke", [message({ role: "user", content: "Stop." }), assistant({}, { usage })], undefined],
    ["may be missing", [], undefined],
  ])("%s", (_, entries, tokens) => {
    expect(read(...failed, ...entries).turns[0]?.answerTokens).toBe(tokens);
  });
});

describe("a text", () => {
  const text = (said: string, stopReason = "stop") =>
    message({ role: "assistant", provider: "p", model: "m", stopReason, content: [{ type: "text", text: said }] });

  test("comes with all that it may quote", () => {
    const { texts } = read(
      message({ role: "user", content: "<old>" }),
      text("first"),
      message({ role: "user", content: [{ type: "text", text: "<new>" }] }),
      assistant({}),
      result("<result>", false),
      { type: "custom_message", customType: "x", content: "<custom>", display: false },
      message({ role: "hookMessage", content: "<hook>" }),
      message({ role: "bashExecution", command: "cat a", output: "<output>" }),
      { type: "compaction", summary: "<compacted>" },
      { type: "branch_summary", summary: "<left>" },
      text("second"),
    );
    expect(texts).toMatchObject([
      { text: "first", model: "p/m", stopReason: "stop" },
      {
        text: "second",
        quoted: ["<old>", "<new>", "<result>", "<custom>", "<hook>", "<output>", "<compacted>", "<left>"],
      },
    ]);
  });

  test("of a message with calls is left aside", () => {
    const content: JsonObject[] = [
      { type: "text", text: "Let me see." },
      { type: "toolCall", id: "c1", name: "read", arguments: {} },
    ];
    expect(read(assistant({}, { content })).texts).toEqual([]);
  });
});

test.each<[string, JsonObject, string]>([
  ["the entry", assistant({}), "2026-03-04"],
  [
    "the message, in files whose entries have none",
    { ...assistant({}, { timestamp: 1_700_000_000_000 }), timestamp: null },
    "2023-11-14",
  ],
  ["a time that is none", { ...assistant({}, { timestamp: 9e99 }), timestamp: null }, ""],
  ["a text that is none", { ...assistant({}), timestamp: "<script>" }, ""],
])("the day comes from %s", (_, entry, day) => {
  expect(read(entry).turns[0]?.calls[0]?.day).toBe(day);
});

test.each<JsonObject>([
  {},
  { type: "message" },
  { type: "message", message: { role: "assistant", content: 3 } },
  { type: "message", message: { role: "assistant", content: [null, 3, { type: "toolCall" }], diagnostics: [null, 3] } },
  { type: "message", message: { role: "toolResult", toolCallId: null } },
  { type: "message", message: { role: "system", toolsAdded: [{ name: 3 }], toolsRemoved: [null] } },
  { type: "custom", customType: "tool_call_sent", data: null },
  { type: "custom", customType: "tool_call_sent", data: { callId: 3, sent: 4 } },
  { type: "compaction", systemMessage: 3 },
  { type: "custom_message", content: null },
])("an entry of another shape is passed over: %j", (entry) => {
  expect(read(entry)).toEqual({ turns: [], texts: [] });
});
