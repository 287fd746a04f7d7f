import { isArray, isObject, type Json } from "./json.ts";
import type { ArgumentRule } from "./rule.ts";

type Kind = NonNullable<ArgumentRule["takes"]> | "other";

const known = new WeakMap<readonly ArgumentRule[], ReadonlyMap<Kind, readonly ArgumentRule[]>>();

/** Those of some rules that may propose anything for a value, in their order. Sorted by type once for each list. */
export function rulesFor(rules: readonly ArgumentRule[], value: Json): readonly ArgumentRule[] {
  let byKind = known.get(rules);
  if (byKind === undefined) {
    byKind = sortByKind(rules);
    known.set(rules, byKind);
  }
  return byKind.get(kindOf(value)) ?? [];
}

function sortByKind(rules: readonly ArgumentRule[]): ReadonlyMap<Kind, readonly ArgumentRule[]> {
  const kinds: readonly Kind[] = ["string", "array", "object", "other"];
  return new Map(kinds.map((kind) => [kind, rules.filter(({ takes }) => takes === undefined || takes === kind)]));
}

function kindOf(value: Json): Kind {
  if (typeof value === "string") return "string";
  return isArray(value) ? "array" : isObject(value) ? "object" : "other";
}
