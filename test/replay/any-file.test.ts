import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replayInputs } from "../../src/replay/replay-inputs.ts";
import type { Report } from "../../src/replay/report.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "any-file-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function replay(lines: readonly string[]): Promise<Report> {
  const path = join(folder, "a.jsonl");
  writeFileSync(path, lines.join("\n"));
  const inputs = [{ path, bytes: 0 }];
  const nothing = { since: "", model: "", wantsFixtures: true, jobs: 1, onBytes: () => {} };
  return (await replayInputs({ inputs, ...nothing })).report;
}

const any = fc.jsonValue({ maxDepth: 3 });
const id = fc.constantFrom("a", "b", "");
const args = fc.oneof(any, fc.dictionary(fc.constantFrom("path", "file_path", "command", "__proto__", "edits"), any));
const texts = fc.constantFrom(
  'Validation failed for tool "write":\n\nReceived arguments:\n{"a":1}',
  'Invalid arguments for tool "bash": x\n\nReceived arguments:\n{',
  "Tool Read not found",
  '<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>',
  "…",
);
const block = fc.oneof(
  any,
  fc.record(
    {
      type: fc.constantFrom("toolCall", "text"),
      id,
      name: fc.constantFrom("read", "Read", "write", "constructor"),
      arguments: args,
      rawArguments: args,
      argumentsError: fc.oneof(texts, any),
      text: texts,
    },
    { requiredKeys: ["type"] },
  ),
);
const details = fc.record(
  {
    version: fc.constant(1),
    callId: id,
    originalName: any,
    outcome: fc.constantFrom("repaired", "refused", "untouched"),
    rules: any,
    failure: any,
    source: fc.constant("text"),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    role: fc.constantFrom("assistant", "toolResult", "user", "system", "hookMessage"),
    content: fc.oneof(any, fc.array(block), texts),
    toolCallId: id,
    isError: fc.boolean(),
    stopReason: fc.constantFrom("toolUse", "stop", "length", "error"),
    provider: any,
    model: any,
    usage: any,
    timestamp: any,
    diagnostics: fc.oneof(any, fc.array(fc.record({ type: fc.constant("tool_call_repair"), details }))),
    toolsAdded: fc.oneof(any, fc.array(fc.record({ name: fc.constantFrom("read", "write"), parameters: any }))),
    toolsRemoved: any,
    details: any,
  },
  { requiredKeys: ["role"] },
);
const entry = fc.oneof(
  any,
  fc.record(
    {
      type: fc.constantFrom("message", "custom", "custom_message", "compaction", "outcome", "refused-call"),
      id,
      parentId: id,
      timestamp: any,
      message,
      data: fc.record({ callId: id, sent: any }),
      customType: fc.constant("tool_call_sent"),
      systemMessage: any,
      content: any,
      shape: any,
      rules: any,
    },
    { requiredKeys: ["type"] },
  ),
);

test("whatever lines a file holds, it is read to its end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
      const { inputs, invalid } = await replay(entries.map((value) => JSON.stringify(value)));
      expect(inputs.lines).toBe(entries.length);
      expect(invalid.filter(({ why }) => why !== "not a JSON object")).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("a call that nests too deeply costs no more than itself", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const call = (args: string) =>
    `{"type":"message","message":{"role":"assistant","provider":"p","model":"m","content":[{"type":"toolCall","id":"a","name":"read","arguments":${args}}]}}`;
  const result = '{"type":"message","message":{"role":"toolResult","toolCallId":"a","isError":false,"content":[]}}';
  const { inputs, models } = await replay([call(`{"path":${deep}}`), result, call('{"path":"a"}'), result]);
  expect(inputs.lines).toBe(4);
  expect(inputs.invalidLines).toBeLessThanOrEqual(1);
  expect(models["p/m"]?.tools.read?.fine).toBeGreaterThanOrEqual(1);
});
