import { isArray, isObject, type Json, type JsonType } from "../core/json.ts";
import type { Rearrangement, Rearrangements } from "../core/rearrangement.ts";

/** A correction that was paid for once: how the arguments of a tool are rearranged, without any value. */
export interface LearnedRepair {
  /** `learned:<tool>:<hash>`; the rule's name wherever rules are named. */
  readonly id: string;
  readonly tool: string;
  /** Hash of the tool's parameters: another schema is another tool. */
  readonly schema: string;
  readonly moves: Rearrangements;
  /** Milliseconds since the epoch. */
  readonly learnedAt: number;
  readonly usedAt: number;
  readonly uses: number;
  /** Failures in a row since it last led to a call that worked. */
  readonly failures: number;
  /** Whether the user took it away: it is kept so that it is not learned again. */
  readonly removed: boolean;
}

/** Learned repairs by `provider/model` of the model that makes the slip. */
export type Learned = Readonly<Record<string, readonly LearnedRepair[]>>;

/** Learned repairs as the file holds them; a single one that is damaged is left out. */
export function readLearned(data: Json): Learned | undefined {
  if (!isObject(data)) return undefined;
  const models = Object.entries(data).flatMap(([model, repairs]) =>
    isArray(repairs) ? [[model, repairs.flatMap(readRepair)] as const] : [],
  );
  return Object.fromEntries(models);
}

function readRepair(value: Json): readonly LearnedRepair[] {
  if (!isObject(value)) return [];
  const { id, tool, schema, moves, learnedAt, usedAt, uses, failures, removed } = value;
  if (typeof id !== "string" || typeof tool !== "string" || typeof schema !== "string" || !isObject(moves)) return [];
  if (![learnedAt, usedAt, uses, failures].every((count) => typeof count === "number")) return [];
  const read = Object.entries(moves).map(([name, move]) => [name, readMove(move)] as const);
  if (!read.every((entry): entry is [string, Rearrangement] => entry[1] !== undefined)) return [];
  const counts = {
    learnedAt: Number(learnedAt),
    usedAt: Number(usedAt),
    uses: Number(uses),
    failures: Number(failures),
  };
  return [{ id, tool, schema, moves: Object.fromEntries(read), ...counts, removed: removed === true }];
}

const TYPES: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

function readMove(value: Json | undefined): Rearrangement | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.from === "string") {
    const type = TYPES.find((name) => name === value.type);
    return type === undefined ? undefined : { from: value.from, type };
  }
  if (value.wrap !== undefined) {
    const wrap = readMove(value.wrap);
    return wrap === undefined ? undefined : { wrap };
  }
  if (typeof value.each === "string") {
    const item = readMove(value.item);
    return item === undefined ? undefined : { each: value.each, item };
  }
  if (!isObject(value.object)) return undefined;
  const entries = Object.entries(value.object).map(([name, child]) => [name, readMove(child)] as const);
  return entries.every((entry): entry is [string, Rearrangement] => entry[1] !== undefined)
    ? { object: Object.fromEntries(entries) }
    : undefined;
}
