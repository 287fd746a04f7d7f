import { equal } from "@earendil-works/pi-schema";
import { groupBy } from "./group-by.ts";
import type { Json, JsonObject } from "./json.ts";
import { nameWords } from "./name-words.ts";
import { oppositeWord } from "./opposites.ts";
import { isPlaceholder } from "./placeholders.ts";
import { childPointer } from "./pointer.ts";
import type { ArgumentRule, Place } from "./rule.ts";
import { rulesFor } from "./rules-for.ts";
import type { SchemaObject } from "./schema.ts";
import type { Search, Settled } from "./settle.ts";
import { type Shape, schemaUnder, shapeOf } from "./shape.ts";
import { type Step, underStep } from "./step.ts";

type ObjectPlace = Place & { readonly value: JsonObject };

/**
 * Settles an object under its own keys: the values of known keys, then renames and drops, each key on its own. A field
 * that two different values claim, and a key that could be two fields, stay as they are.
 */
export function settleKeys(
  place: ObjectPlace,
  branch: SchemaObject,
  search: Search,
  chain: number,
): Settled | undefined {
  const shape = shapeOf(branch);
  const settleUnder = (name: string, value: Json) => settleProperty(place, shape, name, value, search, chain);
  const children = new Map<string, Settled | undefined>();
  for (const [name, value] of Object.entries(place.value)) {
    if (schemaUnder(shape, name) !== undefined) children.set(name, settleUnder(name, value));
  }
  const plan = needsPlan(place.value, shape, children)
    ? planKeys({ place, branch, shape, children, search }, settleUnder)
    : NO_PLAN;
  const { value, steps } = assemble(place.value, children, plan);
  const fit = search.fitter.fitBranch(value, branch, place.key);
  return fit === "faulty" ? undefined : { value, steps, fit };
}

function settleProperty(place: ObjectPlace, shape: Shape, key: string, value: Json, search: Search, chain: number) {
  const schema = schemaUnder(shape, key) ?? true;
  const required = shape.required.has(key);
  if (search.fitter.fitAny(value, schema, key) === "tidy") return asIs(value);
  const path = childPointer(place.path, key);
  return search.settleUntidy({ ...place, value, schema, path, key, required, parent: place.value }, chain);
}

const NO_STEPS: readonly Step[] = [];

function asIs(value: Json): Settled {
  return { value, steps: NO_STEPS, fit: "tidy" };
}

/** What becomes of the keys of an object. */
interface Plan {
  readonly renames: ReadonlyMap<string, Rename>;
  readonly drops: ReadonlyMap<string, ArgumentRule>;
}

interface Rename {
  readonly to: string;
  readonly rule: ArgumentRule;
  readonly settled: Settled;
}

const NO_PLAN: Plan = { renames: new Map(), drops: new Map() };

function needsPlan(value: JsonObject, shape: Shape, children: ReadonlyMap<string, Settled | undefined>): boolean {
  for (const name of shape.required) if (!Object.hasOwn(value, name)) return true;
  for (const name of Object.keys(value)) {
    if (!children.has(name)) return true;
    if (children.get(name) === undefined) return true;
  }
  return false;
}

interface Keys {
  readonly place: ObjectPlace;
  readonly branch: SchemaObject;
  readonly shape: Shape;
  /** The values of known keys; `undefined` where they cannot be settled. */
  readonly children: ReadonlyMap<string, Settled | undefined>;
  readonly search: Search;
}

function planKeys(keys: Keys, settleUnder: (name: string, value: Json) => Settled | undefined): Plan {
  const { place, branch, shape, children, search } = keys;
  const faulty = search.fitter.fitBranch(place.value, branch, place.key) === "faulty";
  const claims = new Map<string, Rename[]>();
  const drops = new Map<string, ArgumentRule>();
  const open = new Set(Object.keys(place.value).filter((key) => !shape.properties.has(key)));
  const broken = [...children.values()].includes(undefined);
  for (const rule of [...search.rules.key, ...(broken ? rulesFor(search.rules.value, place.value) : [])]) {
    // Rules for values may only drop what cannot be settled, and rules for keys what nobody declared.
    if (rule.level === "key" && open.size === 0) continue;
    for (const change of rule.propose(place)) {
      if (change.kind === "drop" && faulty && mayDrop(change.key, keys)) {
        if (!drops.has(change.key)) drops.set(change.key, rule);
        open.delete(change.key);
      } else if (change.kind === "rename" && mayRename(change, keys)) {
        const claimed = claims.get(change.from) ?? [];
        // A key that a stronger rule has read is not read again by a weaker one.
        if (claimed.some((claim) => claim.rule !== rule)) continue;
        const value = place.value[change.from] ?? null;
        const settled = settleUnder(change.to, value);
        if (settled === undefined) {
          // A placeholder says as little under its right name.
          if (faulty && isPlaceholder(value) && !shape.required.has(change.to)) drops.set(change.from, rule);
          continue;
        }
        claims.set(change.from, [...claimed, { to: change.to, rule, settled }]);
        open.delete(change.from);
      }
    }
  }
  const renames = clearRenames(place.value, claims, drops);
  return { renames: withoutHalves(renames, [...open], shape), drops };
}

/** Without the renames of one side of a pair, where the other side stands for nothing the schema knows. */
function withoutHalves(
  renames: ReadonlyMap<string, Rename>,
  open: readonly string[],
  shape: Shape,
): ReadonlyMap<string, Rename> {
  if (renames.size === 0 || open.length === 0) return renames;
  const left = open.filter((key) => !shape.properties.has(key) && !renames.has(key)).slice(0, MAX_LEFT);
  return new Map(
    [...renames].filter(([from, { to }]) =>
      left.every((key) => {
        const word = oppositeWord(from, key);
        return word === undefined || nameWords(to).includes(word);
      }),
    ),
  );
}

/** Keys without a meaning that renamed keys are compared with. */
const MAX_LEFT = 64;

/** Only what does not fit may go: a declared key whose value cannot be settled, or a key nobody declared. */
function mayDrop(key: string, { place, shape, children }: Keys): boolean {
  return Object.hasOwn(place.value, key) && !shape.required.has(key) && children.get(key) === undefined;
}

function mayRename({ from, to }: { readonly from: string; readonly to: string }, keys: Keys): boolean {
  const { value } = keys.place;
  const { properties } = keys.shape;
  if (!Object.hasOwn(value, from) || properties.has(from) || !properties.has(to)) return false;
  if (!Object.hasOwn(value, to)) return true;
  const held = value[to] ?? null;
  // A placeholder that has to go makes room.
  return equal(held, value[from]) || (isPlaceholder(held) && mayDrop(to, keys));
}

function clearRenames(
  value: JsonObject,
  claims: ReadonlyMap<string, readonly Rename[]>,
  drops: Map<string, ArgumentRule>,
): ReadonlyMap<string, Rename> {
  if (claims.size === 0) return NO_PLAN.renames;
  const clear = new Map<string, Rename>();
  const claimants = groupBy(
    [...claims].flatMap(([from, renames]) => renames.map((rename) => ({ from, rename }))),
    ({ rename }) => rename.to,
  );
  for (const [from, renames] of claims) {
    const [rename] = renames;
    if (rename === undefined || renames.some(({ to }) => to !== rename.to)) continue;
    const rivals = claimants.get(rename.to) ?? [];
    if (rivals.some((rival) => !equal(value[rival.from], value[from]))) continue;
    const isThere = Object.hasOwn(value, rename.to) && equal(value[rename.to], value[from]);
    // The same value twice: one of them is enough.
    if (isThere || rivals[0]?.from !== from) drops.set(from, rename.rule);
    else clear.set(from, rename);
  }
  return clear;
}

function assemble(value: JsonObject, children: ReadonlyMap<string, Settled | undefined>, plan: Plan) {
  const steps: Step[] = [];
  const entries: [string, Json][] = [];
  for (const [name, child] of Object.entries(value)) {
    const rename = plan.renames.get(name);
    const dropped = plan.drops.get(name);
    if (rename !== undefined) {
      const path = childPointer("", rename.to);
      const change = { kind: "renamed", from: name, to: rename.to } as const;
      steps.push({ rule: rename.rule.name, level: "key", path, change });
      steps.push(...underStep(rename.to, rename.settled.steps));
      entries.push([rename.to, rename.settled.value]);
    } else if (dropped !== undefined) {
      const path = childPointer("", name);
      steps.push({ rule: dropped.name, level: dropped.level, path, change: { kind: "dropped", before: child } });
    } else {
      const settled = children.get(name);
      if (settled !== undefined) steps.push(...underStep(name, settled.steps));
      entries.push([name, settled === undefined ? child : settled.value]);
    }
  }
  return { value: steps.length === 0 ? value : (Object.fromEntries(entries) as JsonObject), steps };
}
