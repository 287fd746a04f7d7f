import type { JsonSchema } from "@earendil-works/pi-schema";
import { itemSchema } from "./fits.ts";
import { holdsContent } from "./markup-tail.ts";
import type { SchemaObject } from "./schema.ts";
import { branchesOf, type Shape, schemaUnder, shapeOf } from "./shape.ts";

/** What the scan needs of a schema node, over all its alternatives. */
export interface Plan {
  readonly children: ReadonlyMap<string, Plan>;
  readonly items: (index: number) => Plan;
  /** What stands under the other names of a map; `undefined` where the host ignores or refuses them. */
  readonly other: ((name: string) => Plan) | undefined;
  /** Whether undeclared keys are ignored: every alternative with properties is open and has no patterns. */
  readonly reports: boolean;
  readonly content: boolean;
}

const NO_CHILDREN: Plan["children"] = new Map();
const NOTHING: Plan = { children: NO_CHILDREN, items: () => NOTHING, other: undefined, reports: false, content: true };
/** The names of a map's values for which a plan is kept. */
const MAX_KEPT = 256;
const plans = new WeakMap<object, Map<string, Plan>>();
const rootPlans = new WeakMap<object, Plan>();

/** The plan of a whole schema, made once. */
export function rootPlan(schema: JsonSchema): Plan {
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
  if (byKey.size < MAX_KEPT) plans.set(schema, byKey.set(key, plan));
  return plan;
}

function freePlan(key: string): Plan {
  const content = holdsContent(key, undefined);
  const plan: Plan = { children: NO_CHILDREN, items: () => plan, other: freePlan, reports: false, content };
  return plan;
}

function makePlan(branches: readonly SchemaObject[], root: JsonSchema, key: string): Plan {
  const objects = branches.filter(mayBeObject).map(shapeOf);
  const children = new Map<string, Plan>();
  for (const { properties } of objects) {
    for (const [name, schema] of properties)
      if (!children.has(name)) children.set(name, new LazyPlan(schema, root, name));
  }
  const list = branches.find(({ items, prefixItems }) => isPresent(items) || isPresent(prefixItems));
  const maps = objects.filter(({ patterns, rest }) => patterns.length > 0 || typeof rest === "object");
  return {
    children,
    other: maps.length === 0 ? undefined : (name) => planUnder(maps, name, root),
    items: list === undefined ? () => NOTHING : itemPlans(list, root, key),
    reports: objects.length > 0 && objects.every(isOpen),
    content: branches.some((branch) => holdsContent(key, branch)),
  };
}

/** The plan of a value under a name that a map does not declare. */
function planUnder(maps: readonly Shape[], name: string, root: JsonSchema): Plan {
  const schema = maps.map((shape) => schemaUnder(shape, name)).find((found) => found !== undefined);
  return schema === undefined ? NOTHING : planOf(schema, root, name);
}

function isPresent(node: unknown): boolean {
  return typeof node === "object" && node !== null;
}

function itemPlans(list: SchemaObject, root: JsonSchema, key: string): (index: number) => Plan {
  const last = Math.max(...[list.prefixItems, list.items].map((items) => (Array.isArray(items) ? items.length : 0)));
  let rest: Plan | undefined;
  return (index) => {
    if (index < last) return planOf(itemSchema(list, index), root, key);
    rest ??= planOf(itemSchema(list, last), root, key);
    return rest;
  };
}

function mayBeObject({ type }: SchemaObject): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function isOpen({ properties, patterns, rest }: Shape): boolean {
  return properties.size > 0 && patterns.length === 0 && rest === "open";
}

/** A plan made on first use, so that recursive schemas end. */
class LazyPlan implements Plan {
  readonly #schema: JsonSchema;
  readonly #root: JsonSchema;
  readonly #key: string;
  #made: Plan | undefined;

  constructor(schema: JsonSchema, root: JsonSchema, key: string) {
    this.#schema = schema;
    this.#root = root;
    this.#key = key;
  }

  get #plan(): Plan {
    this.#made ??= planOf(this.#schema, this.#root, this.#key);
    return this.#made;
  }

  get children() {
    return this.#plan.children;
  }

  items(index: number) {
    return this.#plan.items(index);
  }

  get other() {
    return this.#plan.other;
  }

  get reports() {
    return this.#plan.reports;
  }

  get content() {
    return this.#plan.content;
  }
}
