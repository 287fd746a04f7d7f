import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.ts";
import { repairToolCall } from "../../../src/lib.ts";

interface Row {
  readonly schema: object;
  readonly description?: string;
  readonly arguments: JsonObject;
  readonly outcome: "repaired" | "unchanged" | "refused";
  readonly runs?: JsonObject;
}

const file = join(import.meta.dirname, "../../fixtures/value-rows.jsonl");
const rows: readonly Row[] = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

function decide({ schema, description = "A tool" }: Row, sent: JsonObject) {
  const tool = { name: "tool", description, parameters: schema };
  return repairToolCall({ call: { name: "tool", arguments: sent }, tools: [tool] });
}

describe("values that were sent, and what runs", () => {
  test.each(rows.map((row) => [JSON.stringify(row.arguments), row] as const))("%s", (_sent, row) => {
    const outcome = decide(row, row.arguments);
    if (row.outcome === "repaired") {
      expect(outcome).toMatchObject({ kind: "repaired", call: { arguments: row.runs } });
      expect(decide(row, outcome.call.arguments).call.arguments).toBe(outcome.call.arguments);
    } else if (row.outcome === "refused") expect(outcome.kind).toBe("refused");
    else expect(outcome.call.arguments).toBe(row.arguments);
  });
});

test("arguments of one row under the schema of another never change twice and are never mutated", () => {
  fc.assert(
    fc.property(fc.constantFrom(...rows), fc.constantFrom(...rows), (row, other) => {
      const [name = ""] = Object.keys((row.schema as { properties: object }).properties);
      const sent: JsonObject = { [name]: Object.values(other.arguments)[0] ?? null };
      const before = JSON.stringify(sent);
      const outcome = decide(row, sent);
      expect(JSON.stringify(sent)).toBe(before);
      if (outcome.kind !== "repaired") return;
      expect(["untouched", "reported"]).toContain(decide(row, outcome.call.arguments).kind);
    }),
    { numRuns: 2000 },
  );
});
