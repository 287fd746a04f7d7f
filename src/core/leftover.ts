import { ARGUMENT_SHELLS } from "./argument-shells.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { foldName } from "./name-words.ts";
import type { Finding } from "./outcome.ts";
import { lastStep, valueAt } from "./pointer.ts";
import { type JsonSchema, propertiesOf } from "./schema.ts";

/**
 * Whether keys that the tool will ignore still hold arguments: a name that is damaged, or an object that looks like the
 * arguments themselves. A call that is repaired only in part would run with less than was asked.
 */
export function leavesArguments(args: JsonObject, ignored: readonly Finding[], root: JsonSchema): boolean {
  return ignored.some(({ path }) => {
    const name = lastStep(path);
    return DAMAGED.test(name) || looksLikeArguments(name, valueAt(args, path), root);
  });
}

const DAMAGED = /[<>"'`“”:=\\{}[\]\n]/u;

function looksLikeArguments(name: string, value: Json | undefined, root: JsonSchema): boolean {
  const isShell = ARGUMENT_SHELLS.has(foldName(name));
  if (typeof value === "string") return isShell && /^\s*\{.*\}\s*$/su.test(value);
  if (!isObject(value)) return false;
  const declared = propertiesOf(root, root);
  return isShell ? Object.keys(value).length > 0 : Object.keys(value).some((key) => declared.has(key));
}
