import { rawArguments, type ToolCall } from "../core/call.ts";
import { isNonEmpty, type NonEmpty } from "../core/json.ts";
import { differenceOf, type Leaf } from "../core/leaves.ts";
import type { Edit } from "../core/outcome.ts";
import { lastStep } from "../core/pointer.ts";
import { preview } from "../core/preview.ts";

const MAX_EDITS = 50;

/** What became of the emitted call, as edits a reader can follow: names, keys, values. */
export function describeEdits(emitted: ToolCall, result: ToolCall, rule: string): NonEmpty<Edit> {
  const name: readonly Edit[] =
    emitted.name === result.name
      ? []
      : [{ rule, level: "name", path: "", before: emitted.name.slice(0, 120), after: result.name }];
  const edits = [...name, ...describeArguments(emitted, result, rule)].slice(0, MAX_EDITS);
  if (isNonEmpty(edits)) return edits;
  return [{ rule, level: "envelope", path: "", before: preview(emitted.arguments), after: preview(result.arguments) }];
}

function describeArguments(emitted: ToolCall, result: ToolCall, rule: string): readonly Edit[] {
  const after = preview(result.arguments);
  if (emitted.argumentsError !== undefined) {
    return [{ rule, level: "text", path: "", before: preview(rawArguments(emitted.argumentsError)), after }];
  }
  const difference = differenceOf(emitted.arguments, result.arguments);
  const sources = new Set(difference.before);
  const edits: Edit[] = [];
  for (const leaf of difference.after.slice(0, MAX_EDITS)) {
    const source =
      [...sources].find(({ value }) => value === leaf.value) ?? [...sources].find(({ path }) => path === leaf.path);
    if (source !== undefined) sources.delete(source);
    edits.push(describeLeaf(source, leaf, rule));
  }
  for (const { path, value } of [...sources].slice(0, MAX_EDITS)) {
    if (difference.after.some((leaf) => typeof leaf.value === "string" && String(value).includes(leaf.value))) continue;
    edits.push({ rule, level: "value", path, before: preview(value), after: "" });
  }
  return edits;
}

function describeLeaf(source: Leaf | undefined, leaf: Leaf, rule: string): Edit {
  if (source !== undefined && source.path !== leaf.path && source.value === leaf.value) {
    return { rule, level: "key", path: leaf.path, before: lastStep(source.path), after: lastStep(leaf.path) };
  }
  const before = source === undefined ? "" : preview(source.value);
  return { rule, level: "value", path: leaf.path, before, after: preview(leaf.value) };
}
