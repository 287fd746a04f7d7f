import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { createSessionReader, type RecordedTurn } from "../../src/replay/recorded-calls.ts";

function turnsOf(...entries: JsonObject[]): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = [];
  const reader = createSessionReader((turn) => void turns.push(turn));
  for (const entry of entries) reader.read(entry);
  reader.end();
  return turns;
}

function message(fields: JsonObject): JsonObject {
  return { type: "message", timestamp: "2026-03-04T05:06:07.000Z", message: fields };
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
      { result: "ran", call: { arguments: { file: "a" } } },
    ],
    [
      "was changed by an extension that kept the raw text on the result",
      [assistant({ arguments: { path: "a" } }), result("text", false, { details: { rawArguments: "{path: 'a'}" } })],
      {
        result: "ran",
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
      { result: "ran", call: { arguments: { file: "a" } } },
    ],
  ])("that %s", (_, entries, expected) => {
    expect(turnsOf(...entries)[0]?.calls[0]).toMatchObject({ model: "p/m", day: "2026-03-04", ...expected });
  });

  test.each(["length", "error", "aborted"])("of a message that stopped for %s does not count", (stopReason) => {
    expect(turnsOf(assistant({}, { stopReason }))).toEqual([]);
  });

  test("knows the tools of its time", () => {
    const tool = { name: "read", description: "", parameters: { type: "object" } };
    const turns = turnsOf(
      message({ role: "system", content: "", toolsAdded: [tool] }),
      assistant({}),
      message({ role: "system", content: "", toolsRemoved: [{ name: "read" }] }),
      assistant({}),
      { type: "compaction", systemMessage: { role: "system", toolsAdded: [{ ...tool, name: "write" }] } },
      assistant({}),
    );
    expect(turns.map(({ calls }) => [...(calls[0]?.tools?.keys() ?? [])])).toEqual([["read"], [], ["write"]]);
  });

  test("of a file without tool declarations has none", () => {
    expect(turnsOf(assistant({}))[0]?.calls[0]?.tools).toBeUndefined();
  });
});

test("the next answer's tokens belong to the turn before it", () => {
  const next = assistant({}, { usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 0 } });
  expect(turnsOf(assistant({}), result("Tool read not found"), next).map(({ nextTokens }) => nextTokens)).toEqual([
    115, 0,
  ]);
});

test.each<JsonObject>([
  {},
  { type: "message" },
  { type: "message", message: { role: "assistant", content: "text" } },
  { type: "message", message: { role: "assistant", content: [null, 3, { type: "toolCall" }] } },
  { type: "message", message: { role: "toolResult", toolCallId: null } },
  { type: "message", message: { role: "system", toolsAdded: [{ name: 3 }], toolsRemoved: [null] } },
])("an entry of another shape is passed over: %j", (entry) => {
  expect(turnsOf(entry)).toEqual([]);
});
