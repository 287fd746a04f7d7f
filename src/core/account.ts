import type { JsonSchema } from "@earendil-works/pi-schema";
import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { groupBy } from "./group-by.ts";
import type { Json } from "./json.ts";
import { type Difference, differenceOf, type Leaf } from "./leaves.ts";
import { settleInPlace } from "./settle-in-place.ts";
import { settleJoined } from "./settle-joined.ts";
import { settleSameMeaning } from "./settle-same-meaning.ts";
import { settleTexts } from "./settle-texts.ts";
import { valueKey } from "./value-key.ts";

/**
 * Who changed the call. A rule that takes a piece out of a text knows what it leaves behind, such as the words of a link;
 * what a model leaves behind may be content.
 */
export type Author = "rules" | "model";

/** What of the emitted call and of the result is not matched yet. */
export interface Account {
  readonly emitted: ToolCall;
  readonly result: ToolCall;
  readonly tool: Tool;
  readonly author: Author;
  readonly root: JsonSchema;
  readonly difference: Difference;
  /** Argument text that is no JSON object, and the arguments that were glued to the name. */
  readonly texts: readonly string[];
  readonly lost: Set<Leaf>;
  readonly invented: Set<Leaf>;
  /** Every key of the result, at any depth. */
  resultKeys(): ReadonlySet<string>;
  /** The first thing a text holds that is nowhere in the result. */
  lostText: string | undefined;
}

/** Matches what was emitted with what a changed call holds; each value counts once. */
export function settleAccount(emitted: ToolCall, result: ToolCall, tool: Tool, author: Author): Account {
  const account = openAccount(emitted, result, tool, author);
  settleEqual(account);
  settleInPlace(account);
  settleSameMeaning(account);
  settleJoined(account);
  settleTexts(account);
  return account;
}

function openAccount(emitted: ToolCall, result: ToolCall, tool: Tool, author: Author): Account {
  const difference = differenceOf(emitted.arguments, result.arguments);
  const raw = emitted.argumentsError === undefined ? [] : [rawArguments(emitted.argumentsError)];
  const glued = /[{(]/.test(emitted.name) ? [emitted.name] : [];
  return {
    emitted,
    result,
    tool,
    author,
    root: tool.parameters,
    difference,
    texts: [...raw, ...glued],
    lost: new Set(difference.before),
    invented: new Set(difference.after),
    resultKeys: once(() => keysOf(result.arguments)),
    lostText: undefined,
  };
}

function settleEqual({ lost, invented }: Account): void {
  if (lost.size === 0 || invented.size === 0) return;
  const byValue = groupBy(lost, ({ value }) => valueKey(value));
  for (const leaf of invented) {
    const same = byValue.get(valueKey(leaf.value))?.pop();
    if (same === undefined) continue;
    lost.delete(same);
    invented.delete(leaf);
  }
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function keysOf(value: Json): ReadonlySet<string> {
  return new Set(differenceOf(null, value).keysAfter);
}
