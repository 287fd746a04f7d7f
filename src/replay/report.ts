/** How the recorded calls of one tool came out, then and now. `calls` is the sum of the five outcomes of today. */
export interface ToolCounts {
  /** Every recorded call. */
  calls: number;
  /** The host or this extension refused it then. */
  failed: number;
  /** The host ran it then, with another meaning. */
  distorted: number;
  /** An extension changed it then, before the host saw it. */
  mended: number;
  /** Today it runs as sent, with its meaning. */
  fine: number;
  /** Today's rules repair it. */
  repaired: number;
  /** Rules cannot decide, a recovery model might. */
  needsModel: number;
  /** Nothing may run. */
  refused: number;
  /** The file does not hold enough to tell, such as the schema of the tool. */
  unknown: number;
}

export interface ModelReport {
  readonly tools: Record<string, ToolCounts>;
  /** Calls that each rule helped to repair. */
  readonly rules: Record<string, number>;
  /** Turns whose failed calls would all have been repaired: the model's next answer would not have been needed. */
  roundTrips: number;
  /** Tokens of those answers. */
  tokens: number;
  readonly inText: TextCounts;
}

/** Calls that a model wrote into its text. */
export interface TextCounts {
  /** This extension made calls of them then. */
  mended: number;
  /** They stand in text, and today they would run. */
  recovered: number;
  /** Messages with markup of a call that must not run. */
  unusable: number;
}

/** What journals recorded live about a model. */
export interface JournalReport {
  /** Calls of whole sessions, those included that were left alone. */
  calls: number;
  readonly outcomes: Record<string, number>;
  readonly rules: Record<string, number>;
}

export interface DayReport {
  calls: number;
  /** Calls that failed, were distorted or were mended. */
  slips: number;
  /** Slips that today's rules repair. */
  repaired: number;
}

export const FORMAT = "pi-tool-recovery/replay";
/** Grows when a figure changes its meaning. */
export const VERSION = 1;

/** What replay found. Reports of disjoint inputs add up: every figure is a sum. */
export interface Report {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly inputs: { files: number; bytes: number; lines: number; invalidLines: number };
  /** The first lines that could not be read, by file and line. */
  readonly invalid: InvalidLine[];
  /** By `provider/model`. */
  readonly models: Record<string, ModelReport>;
  /** Shapes of calls that rules do not repair, and how often. */
  readonly shapes: Record<string, number>;
  /** By day in ISO 8601; `""` for calls without a date. */
  readonly days: Record<string, DayReport>;
  /** By `provider/model`. */
  readonly journal: Record<string, JournalReport>;
  /** Lines of failure corpora: kind and code → count, and the shapes of refused calls. */
  readonly corpus: { readonly codes: Record<string, number>; readonly shapes: Record<string, number> };
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
    format: FORMAT,
    version: VERSION,
    inputs: { files: 0, bytes: 0, lines: 0, invalidLines: 0 },
    invalid: [],
    models: {},
    shapes: {},
    days: {},
    journal: {},
    corpus: { codes: {}, shapes: {} },
  };
}

export function emptyCounts(): ToolCounts {
  return {
    calls: 0,
    failed: 0,
    distorted: 0,
    mended: 0,
    fine: 0,
    repaired: 0,
    needsModel: 0,
    refused: 0,
    unknown: 0,
  };
}

export function slipsOf({ failed, distorted, mended }: ToolCounts): number {
  return failed + distorted + mended;
}

export function modelOf({ models }: Report, model: string): ModelReport {
  return entryOf(models, model, () => ({
    tools: {},
    rules: {},
    roundTrips: 0,
    tokens: 0,
    inText: { mended: 0, recovered: 0, unusable: 0 },
  }));
}

export function dayOf({ days }: Report, day: string): DayReport {
  return entryOf(days, day, () => ({ calls: 0, slips: 0, repaired: 0 }));
}

export function journalOf({ journal }: Report, model: string): JournalReport {
  return entryOf(journal, model, () => ({ calls: 0, outcomes: {}, rules: {} }));
}

/** The entry under a name that may come from a file: own properties only, `__proto__` included. */
export function entryOf<T>(record: Record<string, T>, name: string, create: () => T): T {
  return Object.hasOwn(record, name) ? (record[name] as T) : put(record, name, create());
}

export function count(record: Record<string, number>, name: string, by = 1): void {
  put(record, name, entryOf(record, name, () => 0) + by);
}

function put<T>(record: Record<string, T>, name: string, value: T): T {
  if (name !== "__proto__") record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
  return value;
}

/** Names a line that could not be read. Which ones are kept does not depend on the order in which they come. */
export function addInvalid({ invalid }: Report, ...lines: readonly InvalidLine[]): void {
  invalid.push(...lines);
  invalid.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  invalid.splice(MAX_INVALID);
}

/** Adds the figures of `other` to `target`. */
export function addReport(target: Report, other: Report): void {
  addNumbers(target.inputs, other.inputs);
  if (other.invalid.length > 0) addInvalid(target, ...other.invalid);
  for (const [name, model] of Object.entries(other.models)) {
    const mine = modelOf(target, name);
    for (const [tool, counts] of Object.entries(model.tools))
      addNumbers(entryOf(mine.tools, tool, emptyCounts), counts);
    addCounts(mine.rules, model.rules);
    mine.roundTrips += model.roundTrips;
    mine.tokens += model.tokens;
    addNumbers(mine.inText, model.inText);
  }
  addCounts(target.shapes, other.shapes);
  for (const [day, figures] of Object.entries(other.days)) addNumbers(dayOf(target, day), figures);
  for (const [model, { calls, outcomes, rules }] of Object.entries(other.journal)) {
    const mine = journalOf(target, model);
    mine.calls += calls;
    addCounts(mine.outcomes, outcomes);
    addCounts(mine.rules, rules);
  }
  addCounts(target.corpus.codes, other.corpus.codes);
  addCounts(target.corpus.shapes, other.corpus.shapes);
}

function addCounts(target: Record<string, number>, other: Readonly<Record<string, number>>): void {
  for (const [name, by] of Object.entries(other)) count(target, name, by);
}

function addNumbers<T extends { [K in keyof T]: number }>(target: T, other: Readonly<T>): void {
  for (const key of Object.keys(target) as (keyof T)[]) target[key] = (target[key] + other[key]) as T[keyof T];
}
