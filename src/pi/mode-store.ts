import { join } from "node:path";
import { isObject, type Json } from "../core/json.ts";
import { openStore, type Store } from "../memory/store.ts";
import type { ModeMemory } from "../recovery/ladder.ts";
import type { Mode } from "../recovery/port.ts";
import type { App } from "./app.ts";
import { stateFolder } from "./state.ts";

interface Entry {
  readonly mode: Mode;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

type Entries = Readonly<Record<string, Entry>>;

/** A server that is updated may take a better mode, so what it refused is tried again after this many milliseconds. */
const HOLDS = 7 * 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 100;
const MODES: readonly Mode[] = ["schema", "tool", "guided", "json", "plain"];

/** The modes that endpoints take, kept over sessions. */
export interface ModeStore extends ModeMemory {
  /** Reads what earlier sessions learned. Never rejects. */
  load(): Promise<void>;
}

export function openModeStore(app: App): ModeStore {
  const store: Store<Entries> = openStore({
    file: join(stateFolder(app), "endpoint-modes.json"),
    version: 1,
    empty: {},
    parse: readEntries,
    report: app.reportOnce,
  });
  let entries: Entries = {};
  let loaded: Promise<void> | undefined;

  return {
    load() {
      loaded ??= store.read().then((read) => {
        entries = { ...read, ...entries };
      });
      return loaded;
    },
    recall(key) {
      const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
      return entry === undefined || Date.now() - entry.at > HOLDS ? undefined : entry.mode;
    },
    learn(key, mode) {
      const learned = { [key]: { mode, at: Date.now() } };
      entries = { ...entries, ...learned };
      // The best mode is what is tried anyway.
      if (mode === "schema" || mode === "tool") return;
      void store.update((onDisk) => newest({ ...onDisk, ...learned }));
    },
  };
}

function newest(entries: Entries): Entries {
  const all = Object.entries(entries);
  if (all.length <= MAX_ENTRIES) return entries;
  return Object.fromEntries(all.toSorted(([, a], [, b]) => b.at - a.at).slice(0, MAX_ENTRIES));
}

function readEntries(data: Json): Entries | undefined {
  if (!isObject(data)) return undefined;
  const entries = Object.entries(data).flatMap(([key, entry]): [string, Entry][] => {
    if (!isObject(entry) || typeof entry.at !== "number") return [];
    const mode = MODES.find((name) => name === entry.mode);
    return mode === undefined ? [] : [[key, { mode, at: entry.at }]];
  });
  return Object.fromEntries(entries);
}
