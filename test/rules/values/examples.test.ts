import { describe, expect, test } from "vitest";
import { decide, valueRules } from "./decide.ts";

describe.each(valueRules)("$name", (rule) => {
  test.each(rule.examples)("alone: $sent", ({ schema, sent, runs }) => {
    const outcome = decide(schema, sent, [rule], "Run shell commands");
    if (runs === undefined) expect(outcome.kind).not.toBe("repaired");
    else expect(outcome).toMatchObject({ kind: "repaired", call: { arguments: runs } });
  });

  test.each(rule.examples)("among its neighbours: $sent", ({ schema, sent, runs }) => {
    const outcome = decide(schema, sent, valueRules, "Run shell commands");
    if (runs !== undefined) return expect(outcome).toMatchObject({ kind: "repaired", call: { arguments: runs } });
    const used = outcome.kind === "repaired" ? outcome.edits.map((edit) => edit.rule) : [];
    expect(used).not.toContain(rule.name);
  });

  test("shows itself declining at least as often as not, nearly", () => {
    const declining = rule.examples.filter(({ runs }) => runs === undefined).length;
    expect(declining).toBeGreaterThan(0);
    expect(declining * 2 + 1).toBeGreaterThanOrEqual(rule.examples.length - 1);
  });
});
