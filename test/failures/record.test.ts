import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../../src/failures/classify.ts";
import { buildRecord, refusedKey, renderRecord } from "../../src/failures/record.ts";
import { failed, setting } from "./attempts.ts";

const record = (attempt: ReturnType<typeof failed>) => buildRecord(attempt, classify(attempt), "read-1", 2, setting);

test("a failure names the next step", () => {
  expect(record(failed("ENOENT: no such file or directory, access 'a.txt'"))).toEqual({
    MUST: true,
    failure_key: "read-1",
    occurrences: 2,
    state: "failed",
    phase: "execution",
    tool: "read",
    operation: '{"path":"a.txt"}',
    failure_code: "file_not_found",
    diagnostic: "ENOENT: no such file or directory, access 'a.txt'",
    next_action: expect.stringContaining("List its folder"),
  });
});

test("a rejection names the repair", () => {
  expect(record(failed("Tool reed not found", { tool: "reed" }))).toMatchObject({
    state: "rejected",
    repair: "Call a tool that is active: bash, edit, read, write.",
  });
  expect(record(failed("x", { malformed: true, arguments: '{"path": ' }))).toMatchObject({
    failure_code: "malformed_call",
    repair: expect.stringContaining("one complete JSON object"),
  });
});

test("without a line that bears the cause there is no diagnostic", () => {
  expect(record(failed("(no output)\n\nCommand exited with code 1", { tool: "bash" }))).not.toHaveProperty(
    "diagnostic",
  );
});

test("a command stands for itself", () => {
  const attempt = failed("x", { tool: "bash", arguments: JSON.stringify({ command: "make\n  test", timeout: 3 }) });
  expect(record(attempt).operation).toBe("make test");
});

test("credentials are masked", () => {
  const token = `ghp_${"a1B2c3D4".repeat(5)}`;
  const args = JSON.stringify({ command: `curl -H "Authorization: Bearer ${token}" x`, env: { API_KEY: token } });
  const text = renderRecord(record(failed(`fatal: bad token ${token}`, { tool: "bash", arguments: args })));
  expect(text).not.toContain(token.slice(0, 12));
  expect(text).toContain("[redacted]");
});

test("whatever failed, the record stays short and is one line of JSON", () => {
  const any = fc.string({ unit: "binary", maxLength: 3000 });
  const noisy = fc.stringMatching(/^(?:["\\\n\t{}[\]]|error: ){0,400}$/);
  fc.assert(
    fc.property(fc.oneof(any, noisy), fc.oneof(any, noisy), fc.string(), (text, value, tool) => {
      const built = record(failed(text, { tool, arguments: JSON.stringify({ path: value, [value]: [value] }) }));
      const rendered = renderRecord(built);
      expect(rendered.length).toBeLessThanOrEqual(1200);
      expect(rendered).not.toContain("\n");
      expect(built.operation.length).toBeLessThanOrEqual(240);
      expect(built.diagnostic?.length ?? 0).toBeLessThanOrEqual(240);
      expect(JSON.parse(rendered)).toEqual(built);
    }),
  );
});

test("a refusal is told from other text", () => {
  expect(refusedKey(renderRecord(record(failed("x"))))).toBe("read-1");
  expect(refusedKey("x")).toBeUndefined();
  expect(refusedKey('{"MUST":true,"failure_key":')).toBeUndefined();
  expect(refusedKey(`Read: ${renderRecord(record(failed("x")))}`)).toBeUndefined();
});
