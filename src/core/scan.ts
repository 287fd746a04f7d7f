import type { JsonSchema } from "@earendil-works/pi-schema";
import { distortion } from "./distortion.ts";
import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import { endsInCallTag, isOwnParameter, splitMarkupTail } from "./markup-tail.ts";
import type { Finding, Pointer } from "./outcome.ts";
import { childPointer, lastStep } from "./pointer.ts";
import { type Plan, rootPlan } from "./scan-plan.ts";

/** What the host does not look at: text that ends in call markup, and undeclared keys it ignores. */
export interface Surface {
  readonly tails: readonly Finding[];
  readonly ignored: readonly Finding[];
}

export const CLEAN: Surface = { tails: [], ignored: [] };

/**
 * Looks over arguments the host accepts. Costs a few dozen nanoseconds a key where nothing is found.
 * @param runs What the host makes of the arguments: a key that its shim took away was not ignored.
 */
export function scanSurface(args: JsonObject, runs: JsonObject, schema: JsonSchema): Surface {
  const plan = rootPlan(schema);
  if (!isSuspect(args, plan, 0)) return CLEAN;
  const found = { tails: [], ignored: [] };
  collect(args, runs, plan, "", found);
  return found;
}

/** Nesting levels beyond which nothing is looked for. */
const MAX_LEVELS = 1000;
const GREATER_THAN = 62;
const SPACE = 32;

function isSuspect(value: Json, plan: Plan, level: number): boolean {
  if (typeof value === "string") return mayEndInTag(value) && !plan.content && endsInCallTag(value);
  if (typeof value !== "object" || value === null || level > MAX_LEVELS) return false;
  if (isArray(value)) {
    return value.some((item, index) => mayHoldTag(item) && isSuspect(item, plan.items(index), level + 1));
  }
  for (const name in value as JsonObject) {
    const declared = plan.children.get(name);
    if (declared === undefined && plan.reports) return true;
    const inside = (value as JsonObject)[name] ?? null;
    if (!mayHoldTag(inside)) continue;
    const child = declared ?? plan.other?.(name);
    if (child !== undefined && isSuspect(inside, child, level + 1)) return true;
  }
  return false;
}

function mayHoldTag(value: Json): boolean {
  return typeof value === "string" ? mayEndInTag(value) : typeof value === "object" && value !== null;
}

function mayEndInTag(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === GREATER_THAN || last <= SPACE;
}

interface Found {
  readonly tails: Finding[];
  readonly ignored: Finding[];
}

function collect(value: Json, runs: Json | undefined, plan: Plan, path: Pointer, found: Found): void {
  if (typeof value === "string") {
    if (plan.content) return;
    const leaks = splitMarkupTail(value) !== undefined || isOwnParameter(value, lastStep(path));
    if (leaks) found.tails.push(distortion("markup-tail", path));
  } else if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      collect(item, isArray(runs) ? runs[index] : undefined, plan.items(index), childPointer(path, index), found);
    }
  } else if (isObject(value)) {
    for (const name in value) {
      const child = value[name] ?? null;
      const inner = plan.children.get(name) ?? plan.other?.(name);
      const after = isObject(runs) && Object.hasOwn(runs, name) ? runs[name] : undefined;
      if (inner === undefined) {
        if (!plan.reports || after === undefined) continue;
        const message = "unknown field, ignored by the tool";
        found.ignored.push({ path: childPointer(path, name), keyword: "undeclared", message });
      } else if (typeof child === "object" || isSuspect(child, inner, 0)) {
        collect(child, after, inner, childPointer(path, name), found);
      }
    }
  }
}
