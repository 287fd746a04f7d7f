import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identify } from "../../src/failures/operation.ts";

const key = (tool: string, args: unknown) => identify(tool, JSON.stringify(args)).key;

describe("the same operation", () => {
  test.each([
    ["keys in another order", { path: "a", limit: 1 }, { limit: 1, path: "a" }],
    ["keys of items in another order", { edits: [{ a: 1, b: 2 }] }, { edits: [{ b: 2, a: 1 }] }],
    ["another way to write a number", { limit: 1 }, JSON.parse('{"limit":1.0}')],
    ["another time limit of a command", { command: "make", timeout: 5 }, { command: "make", timeout: 50 }],
    ["a time limit that was not there", { command: "make" }, { command: "make", timeout_ms: 50 }],
    ["another time limit of a script", { code: "f()", timeoutSeconds: 1 }, { code: "f()", timeoutSeconds: 2 }],
  ])("%s", (_what, a, b) => {
    expect(key("t", a)).toBe(key("t", b));
  });
});

describe("another operation", () => {
  test.each([
    ["another order of items", { paths: ["a", "b"] }, { paths: ["b", "a"] }],
    ["white space", { command: "ls " }, { command: "ls" }],
    ["a hash", { command: "git show 1f0c3aa9d1b2c3d4e5f60718" }, { command: "git show 2f0c3aa9d1b2c3d4e5f60718" }],
    ["a long number", { id: 12345678901 }, { id: 12345678902 }],
    ["a time", { since: "2026-01-01T00:00:00Z" }, { since: "2026-01-02T00:00:00Z" }],
    ["text for a number", { limit: "1" }, { limit: 1 }],
    ["null for nothing", { path: "a", glob: null }, { path: "a" }],
    ["a time limit that is the thing to set", { key: "timeout", timeout: 5 }, { key: "timeout", timeout: 50 }],
    ["a time limit further down", { command: "set", body: { timeout: 5 } }, { command: "set", body: { timeout: 50 } }],
    ["waiting longer on purpose", { command: "x", wait: 5 }, { command: "x", wait: 50 }],
  ])("%s", (_what, a, b) => {
    expect(key("t", a)).not.toBe(key("t", b));
  });

  test("the same arguments for another tool", () => {
    expect(key("a", { path: "x" })).not.toBe(key("b", { path: "x" }));
    expect(key(`${"long".repeat(20)}1`, {})).not.toBe(key(`${"long".repeat(20)}2`, {}));
  });
});

test("text that is no object names an operation too", () => {
  expect(identify("edit", '{"path": ').key).not.toBe(identify("edit", '{"path":').key);
  expect(identify("edit", "[1]").limits).toBe("");
});

test("keys differ exactly when the values do", () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(json, json, (a, b) => {
      const equal = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(key("t", a) === key("t", b)).toBe(equal);
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)]);
}
