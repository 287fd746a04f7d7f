import type { Tool, ToolCall } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";

/** A recorded slip as a line of a case file, without its content. */
export interface Fixture {
  readonly id: string;
  /** Model, tool and shape of the slip; one fixture is kept per kind. */
  readonly kind: string;
  readonly tools: readonly Tool[];
  readonly emitted: ToolCall;
  /** What today's rules make of the sanitised call: to be looked at by a person before it counts as the truth. */
  readonly expected:
    | { readonly outcome: "repaired"; readonly name: string; readonly arguments: JsonObject }
    | { readonly outcome: "unchanged" | "refused" };
  readonly decidedBy: "rules" | "none";
}

export function fixtureOf(kind: string, tools: readonly Tool[], emitted: ToolCall, outcome: Outcome): Fixture {
  const changed = outcome.kind === "repaired" || outcome.kind === "recovered";
  const { name, arguments: args } = outcome.call;
  return {
    id: kind.replaceAll(/[^A-Za-z0-9]+/g, "-"),
    kind,
    tools,
    emitted,
    expected: changed
      ? { outcome: "repaired", name, arguments: args }
      : { outcome: outcome.kind === "refused" ? "refused" : "unchanged" },
    decidedBy: changed ? "rules" : "none",
  };
}

/** How many fixtures are kept: one a model, tool and shape of slip. */
const MAX_FIXTURES = 2_000;

/** Fixtures of different kinds. Which ones are kept does not depend on the order in which they come. */
export function createFixtureSet(): { add(fixture: Fixture): void; all(): readonly Fixture[] } {
  const kept = new Map<string, { readonly fixture: Fixture; readonly text: string }>();
  const sorted = () => [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    add(fixture) {
      const text = JSON.stringify(fixture);
      const known = kept.get(fixture.kind);
      if (known !== undefined && known.text <= text) return;
      kept.set(fixture.kind, { fixture, text });
      if (kept.size <= 2 * MAX_FIXTURES) return;
      for (const [kind] of sorted().slice(MAX_FIXTURES)) kept.delete(kind);
    },
    all: () =>
      sorted()
        .slice(0, MAX_FIXTURES)
        .map(([, { fixture }]) => fixture),
  };
}
