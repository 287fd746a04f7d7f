import type { Input } from "./find-inputs.ts";

/** How the recorded calls of one tool came out, then and now. */
export interface ToolCounts {
  /** Every recorded call. */
  calls: number;
  /** Ran or would run as sent, with its meaning. */
  fine: number;
  /** The host refused it then: failed validation or unknown tool. */
  failed: number;
  /** The host ran it then, with another meaning. */
  distorted: number;
  /** Of the failed and distorted: today's rules repair it. */
  repaired: number;
  /** Of the failed and distorted: rules cannot decide, a recovery model might. */
  needsModel: number;
  /** Of the failed and distorted: nothing may run. */
  refused: number;
  /** Calls whose tool schema is not recorded, so that nothing can be said. */
  unknownSchema: number;
}

export interface ModelReport {
  readonly tools: Record<string, ToolCounts>;
  /** Calls that each rule helped to repair. */
  readonly rules: Record<string, number>;
  /** Turns whose failed calls would all have been repaired: the model's next answer would not have been needed. */
  roundTrips: number;
  /** Tokens of those answers. */
  tokens: number;
}

/** What replay found. Reports of disjoint inputs add up: every figure is a sum. */
export interface Report {
  readonly format: "pi-tool-recovery/replay";
  readonly version: 1;
  readonly inputs: { files: number; bytes: number; lines: number; invalidLines: number };
  /** The first lines that could not be read. */
  readonly invalid: InvalidLine[];
  readonly models: Record<string, ModelReport>;
  /** Shapes of calls that stay refused, and how often. */
  readonly shapes: Record<string, number>;
  /** Calls, and calls that failed or were distorted, by day (ISO 8601). */
  readonly days: Record<string, { calls: number; slips: number; repaired: number }>;
  /** Outcomes that journals recorded live, by provider/model: outcome → count. */
  readonly journal: Record<string, Record<string, number>>;
  /** Lines of failure corpora, by kind and code: count. */
  readonly corpus: Record<string, number>;
}

export interface InvalidLine {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** How many invalid lines are named; the rest is only counted. */
export const MAX_INVALID = 100;

export function emptyReport(): Report {
  return {
    format: "pi-tool-recovery/replay",
    version: 1,
    inputs: { files: 0, bytes: 0, lines: 0, invalidLines: 0 },
    invalid: [],
    models: {},
    shapes: {},
    days: {},
    journal: {},
    corpus: {},
  };
}

export function emptyCounts(): ToolCounts {
  return { calls: 0, fine: 0, failed: 0, distorted: 0, repaired: 0, needsModel: 0, refused: 0, unknownSchema: 0 };
}

/** The entry under a name that may come from a file: own properties only, `__proto__` included. */
export function entryOf<T>(record: Record<string, T>, name: string, create: () => T): T {
  if (!Object.hasOwn(record, name)) {
    Object.defineProperty(record, name, { value: create(), enumerable: true, writable: true, configurable: true });
  }
  return Object.getOwnPropertyDescriptor(record, name)?.value as T;
}

export function count(record: Record<string, number>, name: string, by = 1): void {
  const next = entryOf(record, name, () => 0) + by;
  Object.defineProperty(record, name, { value: next, enumerable: true, writable: true, configurable: true });
}

/** Adds the figures of `other` to `target`. */
export function addReport(target: Report, other: Report): void {
  addNumbers(target.inputs, other.inputs);
  target.invalid.push(...other.invalid.slice(0, MAX_INVALID - target.invalid.length));
  for (const [name, model] of Object.entries(other.models)) {
    const mine = entryOf(target.models, name, () => ({ tools: {}, rules: {}, roundTrips: 0, tokens: 0 }));
    for (const [tool, counts] of Object.entries(model.tools))
      addNumbers(entryOf(mine.tools, tool, emptyCounts), counts);
    for (const [rule, by] of Object.entries(model.rules)) count(mine.rules, rule, by);
    mine.roundTrips += model.roundTrips;
    mine.tokens += model.tokens;
  }
  for (const [shape, by] of Object.entries(other.shapes)) count(target.shapes, shape, by);
  for (const [day, figures] of Object.entries(other.days)) {
    addNumbers(
      entryOf(target.days, day, () => ({ calls: 0, slips: 0, repaired: 0 })),
      figures,
    );
  }
  for (const [model, outcomes] of Object.entries(other.journal)) {
    const mine = entryOf(target.journal, model, () => ({}));
    for (const [outcome, by] of Object.entries(outcomes)) count(mine, outcome, by);
  }
  for (const [code, by] of Object.entries(other.corpus)) count(target.corpus, code, by);
}

function addNumbers<K extends string>(target: Record<K, number>, other: Readonly<Record<K, number>>): void {
  for (const key of Object.keys(target) as K[]) target[key] += other[key] ?? 0;
}

/** Whether a parsed file is a report of this version. */
export function isReport(value: unknown): value is Report {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Partial<Report>).format === "pi-tool-recovery/replay" &&
    (value as Partial<Report>).version === 1
  );
}

/** The inputs in total, for progress: bytes on disk. */
export function totalBytes(inputs: readonly Input[]): number {
  return inputs.reduce((sum, { bytes }) => sum + bytes, 0);
}
