import type { Account } from "./account.ts";
import { schemaAt } from "./expectation.ts";
import { isArray, isObject, type Json } from "./json.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import type { Pointer } from "./outcome.ts";
import { meansSame } from "./same-meaning.ts";

/**
 * Matches what changed only in form and not in place: a scalar that means the same, and the leaves of a list or object
 * that stood there as its JSON text. Linear, where the comparison of everything with everything is not.
 */
export function settleInPlace({ lost, invented, root }: Account): void {
  if (lost.size === 0 || invented.size === 0) return;
  const byPath = new Map([...lost].map((leaf) => [leaf.path, leaf]));
  const texts = new Map([...byPath].filter(([, { value }]) => typeof value === "string"));
  const under = new Map<Leaf, Leaf[]>();
  for (const leaf of invented) {
    const same = byPath.get(leaf.path);
    if (same !== undefined && lost.has(same) && isSame(same, leaf)) {
      lost.delete(same);
      invented.delete(leaf);
      continue;
    }
    const source = texts.size === 0 ? undefined : ancestorIn(texts, leaf.path);
    if (source === undefined) continue;
    const leaves = under.get(source);
    if (leaves === undefined) under.set(source, [leaf]);
    else leaves.push(leaf);
  }
  for (const [source, leaves] of under) {
    if (!isWritten(source.value, leaves)) continue;
    lost.delete(source);
    for (const leaf of leaves) invented.delete(leaf);
  }

  function isSame(sent: Leaf, leaf: Leaf): boolean {
    return (
      typeof sent.value !== "object" &&
      typeof leaf.value !== "object" &&
      meansSame(sent.value, leaf.value, schemaAt(leaf.path, root), root)
    );
  }
}

function ancestorIn(texts: ReadonlyMap<Pointer, Leaf>, path: Pointer): Leaf | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const leaf = texts.get(path.slice(0, end));
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}

/** Whether the text is the JSON text of exactly these leaves, whatever their keys. */
function isWritten(text: Json, leaves: readonly Leaf[]): boolean {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return false;
  const parsed = parse(text);
  if (!isArray(parsed) && !isObject(parsed)) return false;
  const written = leavesOf(parsed);
  if (written.length !== leaves.length) return false;
  const counts = new Map<unknown, number>();
  for (const { value } of written) counts.set(value, (counts.get(value) ?? 0) + 1);
  return leaves.every(({ value }) => {
    const left = counts.get(value) ?? 0;
    counts.set(value, left - 1);
    return left > 0;
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
