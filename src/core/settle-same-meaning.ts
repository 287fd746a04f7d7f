import type { Account } from "./account.ts";
import { schemaAt } from "./expectation.ts";
import type { Leaf } from "./leaves.ts";
import { foldName } from "./name-words.ts";
import { meansSame } from "./same-meaning.ts";

/** Pairs of leaves that are compared before the rest counts as unmatched. */
const MAX_PAIRS = 200_000;

/** Matches scalars that are only another form of what was sent, the nearest place first. */
export function settleSameMeaning({ lost, invented, root }: Account): void {
  let pairs = 0;
  for (const leaf of invented) {
    if (typeof leaf.value === "object" && leaf.value !== null) continue;
    const schema = schemaAt(leaf.path, root);
    const candidates = [...lost].filter(({ value }) => typeof value !== "object");
    pairs += candidates.length;
    if (pairs > MAX_PAIRS) return;
    const near = candidates.toSorted((a, b) => distance(a, leaf) - distance(b, leaf));
    const source = near.find((sent) => meansSame(sent.value, leaf.value, schema, root));
    if (source === undefined) continue;
    lost.delete(source);
    invented.delete(leaf);
  }
}

function distance(sent: Leaf, leaf: Leaf): number {
  return sent.path === leaf.path ? 0 : foldName(sent.key) === foldName(leaf.key) ? 1 : 2;
}
