import type { JsonSchema } from "@earendil-works/pi-schema";
import { distortion } from "./distortion.ts";
import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import { endsInCallTag, holdsContent, isOwnParameter, splitMarkupTail } from "./markup-tail.ts";
import type { Finding, Pointer } from "./outcome.ts";
import { childPointer, lastStep } from "./pointer.ts";
import type { SchemaObject } from "./schema.ts";
import { branchesOf, type Shape, shapeOf } from "./shape.ts";

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

/** What the scan needs of a schema node, over all its alternatives. */
interface Plan {
  readonly children: ReadonlyMap<string, Plan>;
  readonly items: () => Plan;
  /** Whether undeclared keys are ignored: every alternative with properties is open and has no patterns. */
  readonly reports: boolean;
  readonly content: boolean;
}

/** Nesting levels beyond which nothing is looked for. */
const MAX_LEVELS = 1000;
const GREATER_THAN = 62;
const SPACE = 32;

function isSuspect(value: Json, plan: Plan, level: number): boolean {
  if (typeof value === "string") {
    const last = value.charCodeAt(value.length - 1);
    return (last === GREATER_THAN || last <= SPACE) && !plan.content && endsInCallTag(value);
  }
  if (typeof value !== "object" || value === null || level > MAX_LEVELS) return false;
  if (isArray(value)) {
    if (value.length === 0) return false;
    const items = plan.items();
    return items !== NOTHING && value.some((item) => isSuspect(item, items, level + 1));
  }
  for (const name in value as JsonObject) {
    const child = plan.children.get(name);
    if (child === undefined) {
      if (plan.reports) return true;
    } else if (isSuspect((value as JsonObject)[name] ?? null, child, level + 1)) return true;
  }
  return false;
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
      collect(item, isArray(runs) ? runs[index] : undefined, plan.items(), childPointer(path, index), found);
    }
  } else if (isObject(value)) {
    for (const name in value) {
      const child = value[name] ?? null;
      const inner = plan.children.get(name);
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

const NOTHING: Plan = { children: new Map(), items: () => NOTHING, reports: false, content: true };
const plans = new WeakMap<object, Map<string, Plan>>();
const rootPlans = new WeakMap<object, Plan>();

function rootPlan(schema: JsonSchema): Plan {
  let plan = typeof schema === "object" ? rootPlans.get(schema) : undefined;
  if (plan === undefined) {
    plan = planOf(schema, schema, "");
    if (typeof schema === "object") rootPlans.set(schema, plan);
  }
  return plan;
}

function planOf(schema: unknown, root: JsonSchema, key: string): Plan {
  if (typeof schema !== "object" || schema === null) return schema === false ? NOTHING : freePlan(key);
  const byKey = plans.get(schema) ?? new Map<string, Plan>();
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const plan = makePlan(branchesOf(schema, root), root, key);
  plans.set(schema, byKey.set(key, plan));
  return plan;
}

function freePlan(key: string): Plan {
  return { ...NOTHING, content: holdsContent(key, undefined) };
}

function makePlan(branches: readonly SchemaObject[], root: JsonSchema, key: string): Plan {
  const objects = branches.filter(mayBeObject).map(shapeOf);
  const children = new Map<string, Plan>();
  for (const { properties } of objects) {
    for (const [name, schema] of properties) if (!children.has(name)) children.set(name, lazyPlan(schema, root, name));
  }
  const items = branches.find((branch) => typeof branch.items === "object" && branch.items !== null)?.items;
  return {
    children,
    items: () => (items === undefined || Array.isArray(items) ? NOTHING : planOf(items, root, key)),
    reports: objects.length > 0 && objects.every(isOpen),
    content: branches.some((branch) => holdsContent(key, branch)),
  };
}

function mayBeObject({ type }: SchemaObject): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function isOpen({ properties, patterns, rest }: Shape): boolean {
  return properties.size > 0 && patterns.length === 0 && rest === "open";
}

/** A plan made on first use, so that recursive schemas end. */
function lazyPlan(schema: JsonSchema, root: JsonSchema, key: string): Plan {
  let plan: Plan | undefined;
  const made = () => (plan ??= planOf(schema, root, key));
  return {
    get children() {
      return made().children;
    },
    items: () => made().items(),
    get reports() {
      return made().reports;
    },
    get content() {
      return made().content;
    },
  };
}
