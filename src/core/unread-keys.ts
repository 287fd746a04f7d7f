import type { Tool } from "./call.ts";
import { isArray, isObject, type Json, type JsonObject, type NonEmpty } from "./json.ts";
import type { Finding } from "./outcome.ts";
import { lastStep } from "./pointer.ts";
import { rememberNames } from "./remember-names.ts";
import type { RulesByLevel } from "./settle.ts";
import { branchesOf, shapeOf } from "./shape.ts";

/**
 * Whether no rule may read any of the keys that a tool ignores, so that none has to be tried. Only keys of the arguments
 * themselves can tell by their names, where they hold scalars, or an object that holds nothing but such keys.
 */
export function areUnread(ignored: NonEmpty<Finding>, args: JsonObject, tool: Tool, rules: RulesByLevel): boolean {
  const isUnread = testFor(tool, rules);
  return ignored.every(({ path }) => {
    if (path.lastIndexOf("/") > 0) return false;
    const name = lastStep(path);
    return isUnread(name) && holdsNothing(args[name] ?? null, isUnread);
  });
}

/** Keys of an object that are looked at one by one. */
const MAX_KEYS = 20;

function holdsNothing(value: Json, isUnread: (name: string) => boolean): boolean {
  if (isArray(value)) return value.every(isPlain);
  if (!isObject(value)) return isPlain(value);
  const entries = Object.entries(value);
  return entries.length <= MAX_KEYS && entries.every(([name, child]) => isPlain(child) && isUnread(name));
}

/** Whether a value is a scalar, and no text that may hold more than one. */
function isPlain(value: Json): boolean {
  return typeof value === "string" ? !/^\s*["'{[<]/.test(value) : typeof value !== "object" || value === null;
}

const known = new WeakMap<Tool, { readonly rules: RulesByLevel; readonly isUnread: (name: string) => boolean }>();

/** Names of undeclared keys that are remembered for each tool. */
const MAX_NAMES = 100;

function testFor(tool: Tool, rules: RulesByLevel): (name: string) => boolean {
  let found = known.get(tool);
  if (found?.rules !== rules) {
    found = { rules, isUnread: rememberNames((name) => isPassedOver(name, tool, rules), MAX_NAMES) };
    known.set(tool, found);
  }
  return found.isUnread;
}

function isPassedOver(name: string, { parameters }: Tool, rules: RulesByLevel): boolean {
  const [branch, other] = branchesOf(parameters, parameters);
  if (branch === undefined || other !== undefined) return false;
  const { properties } = shapeOf(branch);
  return [...rules.envelope, ...rules.key].every((rule) => rule.concerns?.(name, properties, parameters) === false);
}
