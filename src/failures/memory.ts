import type { Attempt } from "./attempt.ts";
import type { Phase, Setting } from "./cause.ts";
import { classify } from "./classify.ts";
import { identify } from "./operation.ts";
import { buildRecord, type FailureRecord, refusedKey } from "./record.ts";
import { waitsItself } from "./waiting.ts";

/** What a session remembers of calls that failed, and whether a call may run. Bounded: 256 operations. */
export interface FailureMemory {
  /** @param args The JSON text of the arguments as the model sent them. @param now Milliseconds since the epoch. */
  decide(tool: string, args: string, now: number): Admission;
  /**
   * Takes in the finished calls of one assistant message. What failed holds the gate only when nothing of the same
   * message succeeded, since the calls of a message may run at the same time.
   */
  settle(attempts: readonly Attempt[], setting: Setting): readonly Settled[];
  /** The world may have changed: a user turn, or a call that succeeded. Every operation is admitted again. */
  advance(): void;
  /** The longest row of messages in which an operation was refused while nothing else ran. */
  stuck(): { readonly times: number; readonly record: FailureRecord } | undefined;
  /** Failed runs and refusals so far, by phase and code. */
  counts(): readonly FailureCount[];
}

type Admission =
  | { readonly kind: "admit" }
  /** The call failed before and nothing has changed since. */
  | { readonly kind: "refuse"; readonly record: FailureRecord };

/** What became of one attempt. */
export type Settled =
  | { readonly kind: "succeeded"; readonly key: string }
  | { readonly kind: "failed"; readonly key: string; readonly record: FailureRecord; readonly output: boolean }
  /** The gate had refused the call, or the host rejected the same call again. */
  | { readonly kind: "refused"; readonly key: string; readonly record: FailureRecord | undefined };

export interface FailureCount {
  readonly phase: Phase;
  readonly code: string;
  readonly count: number;
}

interface State {
  /** The record as text: a parsed line may keep the whole result it was cut from in memory. */
  readonly record: string;
  readonly occurrences: number;
  /** The stretch without any change in which it failed last. */
  readonly epoch: number;
  /** Messages of that stretch in which it ran and failed. */
  readonly rounds: number;
  /** Whether it may succeed without anything done here. */
  readonly outside: boolean;
  /** The limits of a run that was stopped for time; `undefined` after any other failure. */
  readonly timedOutWith: string | undefined;
  readonly at: number;
  /** The row of messages in which only refusals happened, and how often this operation was refused in it. */
  readonly row: number;
  readonly refused: number;
}

const CAPACITY = 256;
const CODES = 64;
/** An operation whose cause lies outside is refused from its second repeat on … */
const OUTSIDE_ROUNDS = 2;
/** … never when its last run is longer ago than this, in milliseconds, or when it waits itself and had the time to. */
const OUTSIDE_MS = 30_000;

const ADMIT: Admission = { kind: "admit" };

/** @param capacity Operations that are remembered; the one that failed longest ago is forgotten first. */
export function createFailureMemory(capacity = CAPACITY): FailureMemory {
  const states = new Map<string, State>();
  const counts = new Map<string, FailureCount>();
  let epoch = 0;
  let row = 0;
  /** Tools with an operation that failed in this stretch: only their calls need an identity. */
  let failing = new Set<string>();

  const advance = () => {
    epoch++;
    row++;
    failing = new Set();
  };

  function put(key: string, state: State): void {
    states.delete(key);
    states.set(key, state);
    if (states.size <= capacity) return;
    const [oldest] = states.keys();
    if (oldest !== undefined) states.delete(oldest);
  }

  function count({ phase, failure_code: code }: FailureRecord): void {
    const known = counts.has(`${phase} ${code}`) || counts.size < CODES;
    const key = known ? `${phase} ${code}` : `${phase} other`;
    const before = counts.get(key)?.count ?? 0;
    counts.set(key, { phase, code: known ? code : "other", count: before + 1 });
  }

  function fail(attempt: Attempt, key: string, limits: string, setting: Setting, again: boolean): Settled {
    const known = states.get(key);
    const same = known?.epoch === epoch;
    const classified = classify(attempt);
    const occurrences = (known?.occurrences ?? 0) + 1;
    const record = buildRecord(attempt, classified, key, occurrences, setting);
    count(record);
    const repeatedRejection = same && record.state === "rejected";
    put(key, {
      record: JSON.stringify(record),
      occurrences,
      epoch,
      rounds: (same ? known.rounds : 0) + (again ? 0 : 1),
      outside: classified.cause.outside,
      timedOutWith: classified.cause.phase === "timeout" ? limits : undefined,
      at: attempt.at,
      row: known?.row ?? row,
      refused: known?.refused ?? 0,
    });
    failing.add(attempt.tool);
    if (repeatedRejection) return { kind: "refused", key, record };
    return { kind: "failed", key, record, output: classified.output };
  }

  function refuse(key: string): Settled {
    const known = states.get(key);
    if (known === undefined) return { kind: "refused", key, record: undefined };
    const record = recordOf(known, known.occurrences + 1);
    count(record);
    put(key, { ...known, occurrences: record.occurrences });
    return { kind: "refused", key, record };
  }

  /** Counts, once a message, how often an operation was refused while nothing else ran. */
  function countRow(settled: readonly Settled[]): void {
    if (settled.some(({ kind }) => kind !== "refused")) row++;
    for (const key of new Set(settled.flatMap((one) => (one.kind === "refused" ? [one.key] : [])))) {
      const known = states.get(key);
      if (known !== undefined) states.set(key, { ...known, row, refused: (known.row === row ? known.refused : 0) + 1 });
    }
  }

  return {
    decide(tool, args, now) {
      if (!failing.has(tool)) return ADMIT;
      const { key, limits } = identify(tool, args);
      const known = states.get(key);
      if (known === undefined || known.epoch !== epoch) return ADMIT;
      if (known.timedOutWith !== undefined && known.timedOutWith !== limits) return ADMIT;
      if (known.outside && (known.rounds < OUTSIDE_ROUNDS || now - known.at > OUTSIDE_MS)) return ADMIT;
      if (known.outside && known.timedOutWith === undefined && waitsItself(args)) return ADMIT;
      return { kind: "refuse", record: unchanged(recordOf(known, known.occurrences + 1), known.outside) };
    },

    settle(attempts, setting) {
      const seen = new Set<string>();
      const settled = attempts.map((attempt): Settled => {
        const refused = attempt.failed ? refusedKey(attempt.text) : undefined;
        if (refused !== undefined) return refuse(refused);
        const { key, limits } = identify(attempt.tool, attempt.arguments);
        if (!attempt.failed) return { kind: "succeeded", key };
        const again = seen.has(key);
        seen.add(key);
        return fail(attempt, key, limits, setting, again);
      });
      if (settled.some(({ kind }) => kind === "succeeded")) advance();
      else countRow(settled);
      return settled;
    },

    advance,

    stuck() {
      const [longest] = [...states.values()]
        .filter((state) => state.epoch === epoch && state.row === row && state.refused > 0)
        .toSorted((a, b) => b.refused - a.refused);
      return longest && { times: longest.refused, record: recordOf(longest, longest.occurrences) };
    },

    counts: () => [...counts.values()],
  };
}

function recordOf(state: State, occurrences: number): FailureRecord {
  const record: FailureRecord = JSON.parse(state.record);
  return { ...record, occurrences };
}

/** The record of a call that was held back: says so before the next step, and what to do when only time helps. */
function unchanged(record: FailureRecord, outside: boolean): FailureRecord {
  const why = `Not run again: nothing has changed since this call failed.${outside ? ` ${WAIT_FIRST}` : ""}`;
  if ("repair" in record) return { ...record, repair: `${why} ${record.repair}` };
  return { ...record, next_action: `${why} ${record.next_action}` };
}

const WAIT_FIRST = "To wait for something, let time pass first, such as with sleep, then send it again.";
