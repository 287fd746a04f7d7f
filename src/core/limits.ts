import type { JsonObject } from "./json.ts";

/** Nesting levels, and keys and items, up to which broken arguments are repaired. Valid calls have no limit. */
const MAX_LEVELS = 1000;
const MAX_VALUES = 50_000;

/** Why broken arguments are too large to be repaired. Walks level by level, so that no depth can exhaust the stack. */
export function sizeProblem(args: JsonObject): string | undefined {
  let level: readonly object[] = [args];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) return `the arguments are nested deeper than ${MAX_LEVELS} levels`;
    const next: object[] = [];
    for (const container of level) {
      for (const child of Object.values(container)) {
        values++;
        if (typeof child === "object" && child !== null) next.push(child);
      }
    }
    if (values > MAX_VALUES) return `the arguments hold more than ${MAX_VALUES} values`;
    level = next;
  }
  return undefined;
}
