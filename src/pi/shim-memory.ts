import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Tool } from "../core/call.ts";
import { isObject, type Json } from "../core/json.ts";
import type { Store } from "../memory/store.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";

/** Whether a tool accepts calls its schema rejects. */
type ShimKnowledge = "shim" | "none";

/** What was learned about tools of extensions, by name and schema. */
export interface ShimMemory {
  /** Reads what earlier sessions learned; afterwards `recall` knows it. */
  load(): Promise<void>;
  recall(tool: Tool): ShimKnowledge | undefined;
  /** Holds at once, and is written for later sessions. */
  learn(tool: Tool, knowledge: ShimKnowledge): void;
}

type Entry = { readonly known: ShimKnowledge; readonly at: number };
type Entries = Readonly<Record<string, Entry>>;

/** An extension may gain a shim without a change of its schema, so "none" is asked anew after this many milliseconds. */
const NONE_HOLDS = 14 * 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 500;

export function openShimMemory({ agentDir, reportOnce, reportDefect }: App): ShimMemory {
  let entries: Entries = {};
  let store: Promise<Store<Entries>> | undefined;
  let loaded: Promise<void> | undefined;
  const keys = new WeakMap<Tool, string>();

  const open = async () => {
    const { openStore } = await load(() => import("../memory/store.ts"));
    return openStore<Entries>({
      file: join(agentDir, "state", "tool-recovery", "shims.json"),
      version: 1,
      empty: {},
      parse: readEntries,
      report: reportOnce,
    });
  };
  const keyOf = (tool: Tool) => {
    const key = keys.get(tool) ?? hashOf(tool);
    keys.set(tool, key);
    return key;
  };

  return {
    load() {
      store ??= open();
      loaded ??= store
        .then((opened) => opened.read())
        .then((read) => {
          entries = { ...read, ...entries };
        })
        .catch((error) => reportDefect("Reading what is known of tools", error));
      return loaded;
    },
    recall(tool) {
      const entry = entries[keyOf(tool)];
      if (entry === undefined || (entry.known === "none" && Date.now() - entry.at > NONE_HOLDS)) return undefined;
      return entry.known;
    },
    learn(tool, known) {
      const learned = { [keyOf(tool)]: { known, at: Date.now() } };
      entries = { ...entries, ...learned };
      store ??= open();
      store
        .then((opened) => opened.update((onDisk) => newest({ ...onDisk, ...learned })))
        .catch((error) => reportDefect("Keeping what is known of tools", error));
    },
  };
}

function hashOf({ name, parameters }: Tool): string {
  return createHash("sha256")
    .update(JSON.stringify([name, parameters]))
    .digest("hex")
    .slice(0, 32);
}

function newest(entries: Entries): Entries {
  const all = Object.entries(entries);
  if (all.length <= MAX_ENTRIES) return entries;
  return Object.fromEntries(all.toSorted(([, a], [, b]) => b.at - a.at).slice(0, MAX_ENTRIES));
}

function readEntries(data: Json): Entries | undefined {
  if (!isObject(data)) return undefined;
  const entries = Object.entries(data).flatMap(([key, entry]): [string, Entry][] =>
    isObject(entry) && (entry.known === "shim" || entry.known === "none") && typeof entry.at === "number"
      ? [[key, { known: entry.known, at: entry.at }]]
      : [],
  );
  return Object.fromEntries(entries);
}
