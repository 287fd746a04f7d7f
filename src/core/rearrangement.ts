import { equal } from "@earendil-works/pi-schema";
import { isArray, isObject, type Json, type JsonObject, type JsonType, typeOf } from "./json.ts";
import type { Pointer } from "./outcome.ts";
import { childPointer } from "./pointer.ts";

/** How a value of corrected arguments is made of emitted ones. Holds names of fields and no value. */
export type Rearrangement =
  /** A part of the emitted arguments, whole. */
  | { readonly from: Pointer; readonly type: JsonType }
  | { readonly object: Readonly<Record<string, Rearrangement>> }
  /** A list of one item. */
  | { readonly wrap: Rearrangement }
  /** Every item of an emitted list, rearranged the same way; pointers inside are relative to the item. */
  | { readonly each: Pointer; readonly item: Rearrangement };

/** Fields of the corrected arguments that are made anew. Declared fields that stayed in place are not among them. */
export type Rearrangements = Readonly<Record<string, Rearrangement>>;

/**
 * The rearrangement that leads from the emitted arguments to the corrected ones, when that is all that happened: every
 * part moved, renamed or wrapped, none changed, dropped or used twice, and none that could have come from two places.
 * @param isField Whether a name is declared by the tool's schema.
 */
export function findRearrangement(
  emitted: JsonObject,
  corrected: JsonObject,
  isField: (name: string) => boolean,
): Rearrangements | undefined {
  const moves: [string, Rearrangement][] = [];
  for (const [name, value] of Object.entries(corrected)) {
    if (Object.hasOwn(emitted, name) && equal(emitted[name], value)) continue;
    const move = isField(name) ? explain(emitted, value, childPointer("", name)) : undefined;
    if (move === undefined) return undefined;
    moves.push([name, move]);
  }
  const found = Object.fromEntries(moves);
  if (moves.length === 0 || !namesOnly(emitted, found, isField)) return undefined;
  const again = rearrange(emitted, found, isField);
  return again !== undefined && equal(again, corrected) ? found : undefined;
}

const MAX_NODES = 400;

function explain(emitted: Json, value: Json, at: Pointer): Rearrangement | undefined {
  const places = placesOf(value, emitted);
  const own = places.find((place) => place === at);
  const [only, ...others] = places;
  if (only !== undefined && (others.length === 0 || own !== undefined))
    return { from: own ?? only, type: typeOf(value) };
  if (only !== undefined) return undefined;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, child]) => [
      name,
      explain(emitted, child, childPointer(at, name)),
    ]);
    return entries.every(([, child]) => child !== undefined) && entries.length > 0
      ? { object: Object.fromEntries(entries) }
      : undefined;
  }
  return isArray(value) ? explainList(emitted, value, at) : undefined;
}

function explainList(emitted: Json, list: readonly Json[], at: Pointer): Rearrangement | undefined {
  for (const [place, source] of partsOf(emitted)) {
    if (!isArray(source) || source.length !== list.length || list.length === 0) continue;
    const items = list.map((item, index) => explain(source[index] ?? null, item, ""));
    const [first] = items;
    if (first !== undefined && items.every((item) => item !== undefined && equal(item, first))) {
      return { each: place, item: first };
    }
  }
  const [item] = list;
  const wrapped = list.length === 1 && item !== undefined ? explain(emitted, item, childPointer(at, 0)) : undefined;
  return wrapped === undefined ? undefined : { wrap: wrapped };
}

function placesOf(value: Json, emitted: Json): readonly Pointer[] {
  const places: Pointer[] = [];
  for (const [place, part] of partsOf(emitted)) if (equal(part, value)) places.push(place);
  return places;
}

/** The parts of a value with their places, down to what lists hold as a whole. */
function partsOf(value: Json): readonly (readonly [Pointer, Json])[] {
  const parts: (readonly [Pointer, Json])[] = [];
  const visit = (part: Json, place: Pointer): void => {
    if (parts.length > MAX_NODES) return;
    parts.push([place, part]);
    if (isObject(part)) for (const [name, child] of Object.entries(part)) visit(child, childPointer(place, name));
  };
  visit(value, "");
  return parts;
}

/** The arguments rearranged; `undefined` where a part is missing, of another type, or would be left over. */
export function rearrange(
  emitted: JsonObject,
  moves: Rearrangements,
  isField: (name: string) => boolean,
): JsonObject | undefined {
  const used = new Set<Pointer>();
  const made = Object.entries(moves).map(([name, move]) => [name, build(emitted, move, "", used)] as const);
  if (!made.every((entry): entry is [string, Json] => entry[1] !== undefined)) return undefined;
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(emitted)) {
    if (used.has(childPointer("", name)) || Object.hasOwn(moves, name)) continue;
    if (!isField(name)) {
      if (!isUsedUp(value, childPointer("", name), used)) return undefined;
    } else result[name] = value;
  }
  for (const [name, value] of made) {
    const kept = Object.hasOwn(emitted, name) ? emitted[name] : undefined;
    if (kept !== undefined && !isUsedUp(kept, childPointer("", name), used)) return undefined;
    result[name] = value;
  }
  return result;
}

function build(value: Json, move: Rearrangement, base: Pointer, used: Set<Pointer>): Json | undefined {
  if ("from" in move) {
    const part = partAt(value, move.from);
    if (part === undefined || !isSameType(typeOf(part), move.type) || used.has(base + move.from)) return undefined;
    used.add(base + move.from);
    return part;
  }
  if ("object" in move) {
    const entries = Object.entries(move.object).map(([name, child]) => [name, build(value, child, base, used)]);
    return entries.every(([, child]) => child !== undefined) ? (Object.fromEntries(entries) as JsonObject) : undefined;
  }
  if ("wrap" in move) {
    const item = build(value, move.wrap, base, used);
    return item === undefined ? undefined : [item];
  }
  const list = partAt(value, move.each);
  if (!isArray(list) || list.length === 0) return undefined;
  const items = list.map((item, index) => {
    const place = childPointer(base + move.each, index);
    const made = build(item, move.item, place, used);
    return made !== undefined && isUsedUp(item, place, used) ? made : undefined;
  });
  return items.every((item) => item !== undefined) ? items : undefined;
}

function isUsedUp(value: Json, place: Pointer, used: ReadonlySet<Pointer>): boolean {
  if (used.has(place)) return true;
  if (typeof value !== "object" || value === null) return false;
  const children = Object.entries(value);
  return children.length > 0 && children.every(([step, child]) => isUsedUp(child, childPointer(place, step), used));
}

function partAt(value: Json, pointer: Pointer): Json | undefined {
  let part: Json | undefined = value;
  for (const step of pointer.split("/").slice(1)) {
    if (!isObject(part)) return undefined;
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    part = Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return part;
}

function isSameType(one: JsonType, other: JsonType): boolean {
  const wide = (type: JsonType) => (type === "integer" ? "number" : type);
  return wide(one) === wide(other);
}

const FIELD_NAME = /^[\w$.-]{1,64}$/;

/** Whether the pointers of a rearrangement hold names of fields, and nothing that could be content. */
function namesOnly(emitted: JsonObject, moves: Rearrangements, isField: (name: string) => boolean): boolean {
  if (Object.keys(emitted).length > 60) return false;
  return Object.values(moves).every((move) => stepsOf(move).every((step) => FIELD_NAME.test(step) || isField(step)));
}

function stepsOf(move: Rearrangement): readonly string[] {
  if ("from" in move) return move.from.split("/").slice(1);
  if ("wrap" in move) return stepsOf(move.wrap);
  if ("each" in move) return [...move.each.split("/").slice(1), ...stepsOf(move.item)];
  return Object.entries(move.object).flatMap(([name, child]) => [name, ...stepsOf(child)]);
}
