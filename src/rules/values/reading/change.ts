import type { Json } from "../../../core/json.ts";
import type { Change } from "../../../core/rule.ts";

/** The one replacement a rule proposes, or none. */
export function replaceBy(value: Json | undefined): readonly Change[] {
  return value === undefined ? [] : [{ kind: "replace", value }];
}
