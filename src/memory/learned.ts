import { createHash } from "node:crypto";
import type { Tool } from "../core/call.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { findRearrangement, rearrange } from "../core/rearrangement.ts";
import type { ArgumentRule } from "../core/rule.ts";
import { isDeclaredAtTop } from "../core/schema-names.ts";
import { type Learned, type LearnedRepair, readLearned } from "./learned-repair.ts";
import { openStore, type Store } from "./store.ts";

/** What became of a call that a learned repair corrected. */
type Trial = "worked" | "failed";

export interface LearnedRepairs {
  /** Reads what earlier sessions learned; until then nothing is known. Never rejects. */
  load(): Promise<void>;
  /** The repairs for a tool, as rules of the engine. */
  rulesFor(model: string, tool: Tool): readonly ArgumentRule[];
  /** The first repair that fits the arguments, applied. The result is not judged yet. */
  apply(model: string, tool: Tool, args: JsonObject): { readonly id: string; readonly args: JsonObject } | undefined;
  /** Learns from a correction, if it only rearranged and was not removed before. Holds at once. @returns Its id. */
  learn(model: string, tool: Tool, emitted: JsonObject, corrected: JsonObject): string | undefined;
  note(model: string, id: string, trial: Trial): void;
  /** Takes a repair away for good: it is not learned again. */
  remove(model: string, id: string): Promise<boolean>;
  list(): Promise<Learned>;
  /** Waits until everything is written. */
  settled(): Promise<void>;
}

const MAX_PER_MODEL = 50;
const MAX_FAILURES = 2;

/**
 * @param file Absolute path of the file that keeps them, shared with other processes.
 * @param now Milliseconds since the epoch.
 */
export function openLearnedRepairs(
  file: string,
  report: (key: string, message: string) => void,
  now: () => number = Date.now,
): LearnedRepairs {
  const store: Store<Learned> = openStore({ file, version: 1, empty: {}, parse: readLearned, report });
  let known: Learned = {};
  let loaded: Promise<void> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function update(change: (learned: Learned) => Learned): Promise<unknown> {
    known = change(known);
    writing = store.update(change);
    return writing;
  }

  function load(): Promise<void> {
    loaded ??= store.read().then((read) => {
      known = merge(read, known);
    });
    return loaded;
  }

  function repairsFor(model: string, tool: Tool): readonly LearnedRepair[] {
    const repairs = repairsIn(known, model).filter((repair) => repair.tool === tool.name && !repair.removed);
    if (repairs.length === 0) return [];
    const schema = schemaHash(tool);
    return repairs.filter((repair) => repair.schema === schema);
  }

  return {
    load,
    rulesFor: (model, tool) => repairsFor(model, tool).map(toRule),
    apply(model, tool, args) {
      for (const { id, moves } of repairsFor(model, tool)) {
        const rearranged = rearrange(args, moves, isDeclaredAtTop(tool.parameters));
        if (rearranged !== undefined) return { id, args: rearranged };
      }
      return undefined;
    },
    learn(model, tool, emitted, corrected) {
      const moves = findRearrangement(emitted, corrected, isDeclaredAtTop(tool.parameters));
      if (moves === undefined) return undefined;
      const schema = schemaHash(tool);
      const id = `learned:${tool.name}:${hash([schema, moves])}`;
      if (repairsIn(known, model).some((repair) => repair.id === id && repair.removed)) return undefined;
      const at = now();
      const repair = {
        id,
        tool: tool.name,
        schema,
        moves,
        learnedAt: at,
        usedAt: at,
        uses: 0,
        failures: 0,
        removed: false,
      };
      void update((learned) => withRepairs(learned, model, newest(withRepair(repairsIn(learned, model), repair))));
      return id;
    },
    note(model, id, trial) {
      const at = now();
      void update((learned) => withRepairs(learned, model, tried(repairsIn(learned, model), id, trial, at)));
    },
    async remove(model, id) {
      await load();
      if (!repairsIn(known, model).some((repair) => repair.id === id && !repair.removed)) return false;
      await update((learned) => withRepairs(learned, model, repairsIn(learned, model).map(removing(id))));
      return true;
    },
    async list() {
      await load();
      return Object.fromEntries(
        Object.entries(known).map(([model, repairs]) => [model, repairs.filter(({ removed }) => !removed)]),
      );
    },
    async settled() {
      await loaded;
      await writing;
    },
  };
}

function toRule({ id, moves }: LearnedRepair): ArgumentRule {
  return {
    name: id,
    confidence: "certain",
    level: "value",
    propose({ path, value, tool }) {
      if (path !== "" || !isObject(value)) return [];
      const rearranged = rearrange(value, moves, isDeclaredAtTop(tool.parameters));
      return rearranged === undefined ? [] : [{ kind: "replace", value: rearranged }];
    },
    examples: [],
  };
}

const schemaHashes = new WeakMap<object, string>();

function schemaHash({ parameters }: Tool): string {
  if (typeof parameters !== "object") return String(parameters);
  const found = schemaHashes.get(parameters) ?? hash(parameters);
  schemaHashes.set(parameters, found);
  return found;
}

function hash(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 10);
}

function withRepairs(learned: Learned, model: string, repairs: readonly LearnedRepair[]): Learned {
  if (repairs === learned[model]) return learned;
  return { ...learned, [model]: repairs };
}

function repairsIn(learned: Learned, model: string): readonly LearnedRepair[] {
  return Object.hasOwn(learned, model) ? (learned[model] ?? []) : [];
}

/** Adds a repair anew, unless the user took it away. */
function withRepair(repairs: readonly LearnedRepair[], repair: LearnedRepair): readonly LearnedRepair[] {
  const known = repairs.find(({ id }) => id === repair.id);
  return known?.removed === true ? repairs : [...repairs.filter((one) => one !== known), repair];
}

function removing(gone: string): (repair: LearnedRepair) => LearnedRepair {
  return (repair) => (repair.id === gone ? { ...repair, removed: true } : repair);
}

/** The most recently used ones. */
function newest(repairs: readonly LearnedRepair[]): readonly LearnedRepair[] {
  return repairs.toSorted((a, b) => b.usedAt - a.usedAt).slice(0, MAX_PER_MODEL);
}

function tried(repairs: readonly LearnedRepair[], id: string, trial: Trial, at: number): readonly LearnedRepair[] {
  if (!repairs.some((repair) => repair.id === id)) return repairs;
  return repairs
    .map((repair) => {
      if (repair.id !== id || repair.removed) return repair;
      const failures = trial === "failed" ? repair.failures + 1 : 0;
      return { ...repair, usedAt: at, uses: repair.uses + 1, failures };
    })
    .filter(({ failures, removed }) => removed || failures < MAX_FAILURES);
}

/** What was learned in this process before the file was read stays. */
function merge(read: Learned, own: Learned): Learned {
  const models = new Set([...Object.keys(read), ...Object.keys(own)]);
  return Object.fromEntries(
    [...models].map((model) => {
      const mine = repairsIn(own, model);
      const others = repairsIn(read, model).filter(({ id }) => !mine.some((repair) => repair.id === id));
      return [model, newest([...mine, ...others])];
    }),
  );
}
