import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/core/engine.ts";
import { isObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import type { ArgumentExample, ArgumentRule, Rule } from "../../src/core/rule.ts";
import { rules } from "../../src/rules/index.ts";

const outer = rules.filter((rule): rule is ArgumentRule => rule.level === "envelope" || rule.level === "key");

describe.each(outer)("$name", (rule) => {
  test.each(rule.examples)("alone: $sent", (example) => {
    const outcome = decide(example, [rule]);
    if (example.runs === undefined) expect(outcome.kind).not.toBe("repaired");
    else expect(editsOf(outcome)).toEqual(new Set([rule.name]));
  });

  const repairing = rule.confidence === "certain" ? rule.examples.filter(({ runs }) => runs !== undefined) : [];
  test.each(repairing)("among all rules: $sent", (example) => {
    const outcome = decide(example, rules);
    expect(outcome.kind).toBe("repaired");
    if (example.runs !== undefined) expect(outcome.call.arguments).toEqual(accepted(example));
  });

  test("shows itself declining", () => {
    const declining = rule.examples.filter(({ runs }) => runs === undefined);
    expect(declining.length * 2 + 1).toBeGreaterThanOrEqual(rule.examples.length - declining.length);
  });
});

test("every rule file is registered under its own name", () => {
  const folder = join(import.meta.dirname, "../../src/rules");
  const files = ["envelope", "keys", "names", "text", "values"].flatMap((level) =>
    readdirSync(join(folder, level)).filter((file) => file.endsWith(".ts")),
  );
  expect(rules.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted());
});

test("no two rules share a name", () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

function decide({ schema, sent }: ArgumentExample, under: readonly Rule[]): Outcome {
  const switches = Object.fromEntries(
    under.filter(({ confidence }) => confidence === "guess").map(({ name }) => [name, "on" as const]),
  );
  const engine = createEngine({
    host: libraryHost,
    rules: under,
    switches: under.length === 1 ? switches : {},
    aliases: {},
    learned: () => [],
  });
  const tool = { name: "tool", description: "", parameters: schema };
  return engine.decide({ name: "tool", arguments: isObject(sent) ? sent : {} }, new Map([["tool", tool]]));
}

function editsOf(outcome: Outcome): ReadonlySet<string> {
  return new Set(outcome.kind === "repaired" ? outcome.edits.map(({ rule }) => rule) : []);
}

/** What the host makes of the result an example shows. */
function accepted({ schema, runs }: ArgumentExample) {
  return libraryHost.accept({ name: "tool", description: "", parameters: schema }, runs ?? {});
}
