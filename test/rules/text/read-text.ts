import { isDeepStrictEqual } from "node:util";
import type { Tool } from "../../../src/core/call.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { libraryHost } from "../../../src/core/library-host.ts";
import { rules } from "../../../src/rules/index.ts";

const textRules = rules.filter((rule) => rule.level === "text");

/** What the first rule with an accepted reading makes of a text; `undefined` for none, and for two that differ. */
export function readText(text: string, tool: Tool): JsonObject | undefined {
  for (const rule of textRules) {
    const readings = rule.propose(text, tool).filter((reading) => libraryHost.accept(tool, reading) !== undefined);
    const [first] = readings;
    if (first !== undefined) return readings.every((other) => isDeepStrictEqual(other, first)) ? first : undefined;
  }
  return undefined;
}
