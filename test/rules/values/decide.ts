import type { JsonSchema } from "@earendil-works/pi-schema";
import { createEngine } from "../../../src/core/engine.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { libraryHost } from "../../../src/core/library-host.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import type { ArgumentRule, Rule } from "../../../src/core/rule.ts";
import { rules } from "../../../src/rules/index.ts";

export const valueRules: readonly ArgumentRule[] = rules.filter((rule): rule is ArgumentRule => rule.level === "value");

/** What becomes of these arguments for a tool of this schema under some rules. */
export function decide(schema: JsonSchema, sent: Json, under: readonly Rule[], description = "A tool"): Outcome {
  const engine = createEngine({ host: libraryHost, rules: under, switches: {}, aliases: {}, learned: () => [] });
  const tool = { name: "tool", description, parameters: schema };
  return engine.decide({ name: tool.name, arguments: sent as JsonObject }, new Map([[tool.name, tool]]));
}
