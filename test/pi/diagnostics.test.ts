import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fauxAssistantMessage } from "@earendil-works/pi-ai";
import { compile } from "@earendil-works/pi-schema";
import { expect, test } from "vitest";
import type { Edit, Failure, Finding, Outcome } from "../../src/core/outcome.ts";
import { diagnose, repairsIn } from "../../src/pi/diagnostics.ts";

const schema = resolve(import.meta.dirname, "../../schema/tool-call-repair.schema.json");
const validator = compile(JSON.parse(readFileSync(schema, "utf8")));

const SECRET = "the-value";
const call = { id: "one", name: "write", arguments: { path: SECRET } };
const cost = { model: "groq/small", inputTokens: 90, outputTokens: 12, cost: 0.001, ms: 40 };
const edit: Edit = { rule: "rename-alias", level: "key", path: "/path", before: SECRET, after: SECRET };
const finding: Finding = { path: "/quux", keyword: "undeclared", message: SECRET };
const notAsked = { kind: "not-asked", why: SECRET } as const;

const failures: readonly Failure[] = [
  { code: "unknown-tool", name: SECRET, near: [] },
  { code: "ambiguous-tool", name: SECRET, candidates: [SECRET] },
  { code: "malformed-json", reason: SECRET },
  { code: "truncated", reason: SECRET },
  { code: "too-large", reason: SECRET },
  { code: "invalid-arguments", findings: [finding] },
  { code: "distorted-arguments", findings: [finding] },
];
const outcomes: readonly Outcome[] = [
  { kind: "reported", call, findings: [finding] },
  { kind: "repaired", call, edits: [edit, edit], findings: [] },
  { kind: "recovered", call, edits: [edit], findings: [finding], cost },
  ...failures.map((failure): Outcome => ({ kind: "refused", call, failure, feedback: SECRET, recovery: notAsked })),
  {
    kind: "refused",
    call,
    failure: { code: "truncated", reason: SECRET },
    feedback: SECRET,
    recovery: { kind: "declined", gate: "invented", reason: SECRET, cost },
  },
];

const decision = (outcome: Outcome) =>
  ({ at: 7, provider: "p", model: "m", source: "native", sent: { ...call, name: "Write" }, outcome }) as const;

test.each(outcomes)("an entry fits the shipped schema, holds no value, and is read back: %#", (outcome) => {
  const entry = diagnose(decision(outcome));
  expect(entry).toMatchObject({ type: "tool_call_repair", timestamp: 7 });
  expect(validator.check(entry?.details)).toBe(true);
  expect(JSON.stringify(entry)).not.toContain(SECRET);
  const message = fauxAssistantMessage("Done.");
  const stored = JSON.parse(JSON.stringify({ ...message, diagnostics: [{ type: "other", timestamp: 1 }, entry] }));
  expect(repairsIn(stored)).toEqual([entry?.details]);
});

test("a call that was found in text has an entry, also when it ran as it was written", () => {
  const entry = diagnose({ ...decision({ kind: "untouched", call }), source: "text", sent: call });
  expect(entry?.details).toEqual({
    version: 1,
    callId: "one",
    tool: "write",
    originalName: "write",
    source: "text",
    outcome: "untouched",
  });
  expect(validator.check(entry?.details)).toBe(true);
});

test("a call that was left alone has no entry", () => {
  expect(diagnose(decision({ kind: "untouched", call }))).toBeUndefined();
});

test("entries of another version or shape are passed over", () => {
  const entries = [{ version: 2, callId: "one" }, { version: 1 }, "text", null, undefined];
  const diagnostics = entries.map((details) => ({ type: "tool_call_repair", timestamp: 1, details }));
  expect(repairsIn(JSON.parse(JSON.stringify({ ...fauxAssistantMessage("Done."), diagnostics })))).toEqual([]);
});
