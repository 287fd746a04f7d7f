import type { Account } from "./account.ts";
import { schemaAt } from "./expectation.ts";
import { isArray, isObject, type Json } from "./json.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { splitMarkupTail } from "./markup-tail.ts";
import type { Pointer } from "./outcome.ts";
import { parseJson } from "./parse-json.ts";
import { valueAt } from "./pointer.ts";
import { meansSame } from "./same-meaning.ts";
import { spellsOut } from "./spells-out.ts";

/**
 * Matches what changed only in form and not in place: a scalar that means the same, and the leaves of a list or object
 * that stood there as its text. Linear, where the comparison of everything with everything is not.
 */
export function settleInPlace({ lost, invented, result, root }: Account): void {
  if (lost.size === 0 || invented.size === 0) return;
  const byPath = new Map<Pointer, Leaf>();
  const texts = new Map<Pointer, Leaf>();
  for (const leaf of lost) {
    byPath.set(leaf.path, leaf);
    if (typeof leaf.value === "string") texts.set(leaf.path, leaf);
  }
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
    const made = valueAt(result.arguments, source.path) ?? null;
    if (!isRead(source.value, made, leaves.length) && !isWritten(source.value, leaves)) continue;
    lost.delete(source);
    for (const leaf of leaves) invented.delete(leaf);
  }

  function isSame({ value: sent }: Leaf, { value, path }: Leaf): boolean {
    if (typeof sent === "object" || typeof value === "object") return false;
    if (typeof sent === "string" && typeof value === "string" && (spellsOut(sent, value) || isCut(sent, value)))
      return true;
    return meansSame(sent, value, schemaAt(path, root), root);
  }
}

/** Whether a text only lost the call markup it ended in. */
function isCut(sent: string, value: string): boolean {
  if (!sent.startsWith(value)) return false;
  return splitMarkupTail(sent)?.body.trimEnd() === value.trimEnd();
}

function ancestorIn(texts: ReadonlyMap<Pointer, Leaf>, path: Pointer): Leaf | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const leaf = texts.get(path.slice(0, end));
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}

/** Whether a text spells out what was made of it, none of whose leaves has come from anywhere else. */
function isRead(text: Json, made: Json, count: number): boolean {
  return typeof text === "string" && spellsOut(text, made) && leavesOf(made).length === count;
}

/** Whether the text is the JSON text of exactly these leaves, whatever their keys. */
function isWritten(text: Json, leaves: readonly Leaf[]): boolean {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return false;
  const parsed = parseJson(text);
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
