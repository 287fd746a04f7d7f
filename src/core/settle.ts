import { equal, type JsonSchema } from "@earendil-works/pi-schema";
import type { Tool } from "./call.ts";
import { createFitter, type Fit, type Fitter } from "./fit.ts";
import { itemSchema } from "./fits.ts";
import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import type { EditLevel } from "./outcome.ts";
import { createPairMemo } from "./pair-memo.ts";
import { childPointer } from "./pointer.ts";
import type { ArgumentRule, Change, Place } from "./rule.ts";
import { rulesFor } from "./rules-for.ts";
import { type SchemaObject, typesOfBranch } from "./schema.ts";
import { settleKeys } from "./settle-keys.ts";
import { branchesOf } from "./shape.ts";
import { type Step, underStep } from "./step.ts";

/** A value that fits its schema, and what had to change for it. */
export interface Settled {
  readonly value: Json;
  readonly steps: readonly Step[];
  readonly fit: Exclude<Fit, "faulty">;
}

/** Everything the search for a repair of one call carries along. */
export interface Search {
  readonly tool: Tool;
  readonly root: JsonSchema;
  readonly rules: RulesByLevel;
  readonly fitter: Fitter;
  settle(place: Place, chain: number): Settled | undefined;
  /** As `settle`, for a value that is known not to be tidy. */
  settleUntidy(place: Place, chain: number): Settled | undefined;
}

/** The rules in force, each level in its order. */
export type RulesByLevel = Readonly<Record<ArgumentRule["level"], readonly ArgumentRule[]>>;

/** How many replacements may stand on each other: a wrapper in a wrapper in a text in a list … */
const MAX_CHAIN = 8;
/** How many proposals are tried for one call before the search is given up. */
const MAX_TRIALS = 30_000;

/** Brings the arguments into the form the tool's schema asks for; `undefined` where the rules cannot, or not clearly. */
export function settleArguments(args: JsonObject, tool: Tool, rules: RulesByLevel): Settled | undefined {
  const root = tool.parameters;
  const search = createSearch(tool, rules);
  const place: Place = { value: args, schema: root, root, path: "", key: "", required: true, parent: undefined, tool };
  return search.settleUntidy(place, 0);
}

function createSearch(tool: Tool, rules: RulesByLevel): Search {
  const root = tool.parameters;
  const fitter = createFitter(root);
  const known = createPairMemo<{ readonly settled: Settled | undefined }>();
  let trials = 0;
  const search: Search = {
    tool,
    root,
    rules,
    fitter,
    settle(place, chain) {
      const { value, schema, key } = place;
      const fit = fitter.fitAny(value, schema, key);
      return fit === "tidy" ? { value, steps: [], fit } : search.settleUntidy(place, chain);
    },
    settleUntidy(place, chain) {
      const { value, schema } = place;
      if (chain > MAX_CHAIN || ++trials > MAX_TRIALS) return undefined;
      const isContainer = typeof value === "object" && value !== null;
      const remembered = isContainer ? known.find(value, schema) : undefined;
      if (remembered !== undefined) return remembered.settled;
      const branches = branchesOf(schema, root);
      const [only] = branches;
      const settled =
        branches.length === 1 && only !== undefined
          ? settleBranch({ ...place, schema: only }, only, search, chain)
          : clearest(branches.map((branch) => settleBranch({ ...place, schema: branch }, branch, search, chain)));
      if (isContainer) known.keep(value, schema, { settled });
      return settled;
    },
  };
  return search;
}

/** The settled value that took the least; `undefined` when two that differ took equally much. */
function clearest(candidates: readonly (Settled | undefined)[]): Settled | undefined {
  const found = candidates.filter((candidate) => candidate !== undefined);
  const [first, second] = found.toSorted((a, b) => effort(a) - effort(b));
  if (first === undefined || second === undefined) return first;
  return effort(first) < effort(second) || equal(first.value, second.value) ? first : undefined;
}

const DEPTH: Readonly<Record<EditLevel, number>> = { name: 0, text: 0, envelope: 1, key: 2, value: 3 };

/** Outer levels first, then fewer steps. */
function effort({ steps }: Settled): number {
  return Math.max(0, ...steps.map(({ level }) => DEPTH[level])) * 1000 + steps.length;
}

function settleBranch(place: Place, branch: SchemaObject, search: Search, chain: number): Settled | undefined {
  const asIs = settleInside(place, branch, search, chain);
  if (asIs?.fit === "tidy" && !renamesContainer(asIs, place.value)) return asIs;
  const unwrapped = settleReplaced(place, "envelope", search, chain);
  if (unwrapped === "ambiguous") return asIs;
  // The host may accept a wrapper as an unknown field, and a rule may take its key for another name: a shell whose inside
  // leaves nothing unknown says more than either.
  if (unwrapped !== undefined && (asIs === undefined || unwrapped.fit === "tidy")) return unwrapped;
  if (asIs !== undefined) return asIs;
  const replaced = settleReplaced(place, "value", search, chain);
  return replaced === "ambiguous" ? undefined : replaced;
}

/** Whether a key got another name that holds a list, an object or text: it may be a shell instead. */
function renamesContainer({ steps }: Settled, value: Json): boolean {
  if (!isObject(value)) return false;
  return steps.some(({ change }) => {
    if (change.kind !== "renamed") return false;
    const child = Object.hasOwn(value, change.from) ? value[change.from] : undefined;
    return typeof child === "string" ? /^\s*["{[]/u.test(child) : typeof child === "object" && child !== null;
  });
}

/** Settles what is inside a value of the right type; the value itself keeps its place and form. */
function settleInside(place: Place, branch: SchemaObject, search: Search, chain: number): Settled | undefined {
  const { value } = place;
  const types = typesOfBranch(branch);
  if (isObject(value) && types.has("object")) return settleKeys({ ...place, value }, branch, search, chain);
  if (isArray(value) && types.has("array")) return settleItems({ ...place, value }, branch, search, chain);
  const fit = search.fitter.fitBranch(value, branch, place.key);
  return fit === "faulty" ? undefined : { value, steps: [], fit };
}

function settleItems(
  place: Place & { readonly value: readonly Json[] },
  branch: SchemaObject,
  search: Search,
  chain: number,
): Settled | undefined {
  const steps: Step[] = [];
  const items: Json[] = [];
  for (const [index, value] of place.value.entries()) {
    const schema = (itemSchema(branch, index) ?? true) as JsonSchema;
    if (search.fitter.fitAny(value, schema, place.key) === "tidy") {
      items.push(value);
      continue;
    }
    const path = childPointer(place.path, index);
    const item = search.settleUntidy({ ...place, value, schema, path, required: true, parent: place.value }, chain);
    if (item === undefined) return undefined;
    items.push(item.value);
    steps.push(...underStep(index, item.steps));
  }
  const value = steps.length === 0 ? place.value : items;
  const fit = search.fitter.fitBranch(value, branch, place.key);
  return fit === "faulty" ? undefined : { value, steps, fit };
}

/** What the replacements of one level lead to, once their inside is settled. */
function settleReplaced(
  place: Place,
  level: "envelope" | "value",
  search: Search,
  chain: number,
): Settled | "ambiguous" | undefined {
  let found: Settled | undefined;
  const tried: Json[] = [place.value];
  for (const rule of rulesFor(search.rules[level], place.value)) {
    for (const change of rule.propose(place)) {
      if (change.kind !== "replace" || tried.some((value) => equal(value, change.value))) continue;
      tried.push(change.value);
      const settled = settleReplacement(place, rule, change, search, chain);
      if (settled === undefined) continue;
      if (found !== undefined && !equal(found.value, settled.value)) return "ambiguous";
      found ??= settled;
    }
  }
  return found;
}

function settleReplacement(
  place: Place,
  rule: ArgumentRule,
  change: Change & { readonly kind: "replace" },
  search: Search,
  chain: number,
): Settled | undefined {
  const inner = search.settle({ ...place, value: change.value }, chain + 1);
  if (inner === undefined) return undefined;
  const step: Step = {
    rule: rule.name,
    level: rule.level,
    path: "",
    change: { kind: "replaced", before: place.value, after: change.value },
  };
  return { ...inner, steps: [step, ...inner.steps] };
}
