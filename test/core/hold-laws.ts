import assert from "node:assert/strict";
import fc from "fast-check";
import type { ToolCall } from "../../src/core/call.ts";
import { createEngine } from "../../src/core/engine.ts";
import { findBreach } from "../../src/core/laws.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import type { OutcomeKind } from "../../src/core/outcome.ts";
import { validatorOf } from "../../src/core/validator.ts";
import { rules } from "../../src/rules/index.ts";
import { type Attempt, attempts } from "./calls-to-break.ts";

const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });

/** Holds the engine against its laws over generated schemas and calls. @throws with the smallest call that breaks one. */
export function holdLaws(runs: number, seed?: number): void {
  const parameters = { numRuns: runs, ...(seed === undefined ? {} : { seed }) };
  let repaired = 0;
  const property = fc.property(attempts, (attempt) => {
    if (holdLawsFor(attempt) === "repaired") repaired++;
  });
  fc.assert(property, parameters);
  // A defect inside the engine leaves calls as they are; then there would be nothing to hold against the laws.
  assert.ok(repaired > runs / 10, `only ${repaired} of ${runs} calls were repaired`);
}

function holdLawsFor({ tool, sent }: Attempt): OutcomeKind {
  const tools = new Map([[tool.name, tool]]);
  const call: ToolCall = { id: "1", name: tool.name, arguments: freeze(sent) };
  const before = JSON.stringify(call);
  const outcome = engine.decide(call, tools);
  assert.equal(JSON.stringify(call), before, "the call was changed in place");

  const valid = validatorOf(tool.parameters)?.check(sent) === true;
  if (valid && outcome.kind !== "repaired")
    assert.ok(outcome.kind !== "refused" || hasTail(before), "a valid call was refused");
  if (outcome.kind !== "repaired") {
    assert.equal(outcome.call, call, "a call that is not repaired is the same object");
    return outcome.kind;
  }

  const again = engine.decide(outcome.call, tools);
  assert.equal(again.call, outcome.call, "a second pass changed its own result");
  assert.ok(again.kind === "untouched" || again.kind === "reported", "a second pass refused its own result");
  assert.ok(validatorOf(tool.parameters)?.check(outcome.call.arguments), "the repaired call is not valid");
  assert.equal(findBreach(call, outcome.call, tool, "rules"), undefined);
  for (const text of textsOf(outcome.call.arguments)) {
    const isMember = JSON.stringify(tool.parameters).includes(JSON.stringify(text));
    assert.ok(isMember || letters(before).includes(letters(text)), `"${text}" was invented`);
  }
  return outcome.kind;
}

function hasTail(text: string): boolean {
  return text.includes("</");
}

/** What is left of a text when escapes, quotes and punctuation count for nothing. */
function letters(text: string): string {
  return text.replaceAll(/\\+[nrtbf]|\\+u[\da-f]{4}/g, "").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return /[\\\p{Cc}]/u.test(value) ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value)) freeze(child);
    Object.freeze(value);
  }
  return value;
}
