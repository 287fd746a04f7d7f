import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { isObject, type Json } from "../core/json.ts";
import { acquireLock, type FileLock, type LockTimes } from "./file-lock.ts";
import { replaceFile } from "./replace-file.ts";

/** A JSON file of state that several pi processes read and change at once. Rejects only when `change` throws: state is never worth a turn. */
export interface Store<T> {
  /** The state as it stands on disk; the empty state where there is none, or none that can be read. */
  read(): Promise<T>;
  /**
   * Reads the state anew, changes it, and replaces the file, while no other process can. The updates of one store run in
   * the order in which they were asked for.
   * @param change Pure. Returns the same reference to leave the file alone.
   */
  update(change: (state: T) => T): Promise<Saved<T>>;
}

/** What became of an update. `state` is what the file holds then; for `lost` what it would hold had it been written. */
type Saved<T> = { readonly kind: "written" | "unchanged" | "lost"; readonly state: T };

export interface StoreOptions<T> {
  /** Absolute path. The folder is made on the first write. */
  readonly file: string;
  /** A file of a newer version is neither used nor changed. */
  readonly version: number;
  readonly empty: T;
  /** @returns `undefined` when the data is not a state; the file is then set aside. */
  readonly parse: (data: Json, version: number) => T | undefined;
  /** Told of each kind of trouble with the file once. `message` is fit for the user. */
  readonly report: (key: string, message: string) => void;
  readonly times?: LockTimes;
}

type Content<T> =
  | { readonly kind: "state"; readonly state: T }
  | { readonly kind: "newer" }
  | { readonly kind: "corrupt" };

const TIMES: LockTimes = { waitMs: 5_000, staleMs: 15_000 };

/** Opens a store. Nothing is read or made before the first `read` or `update`. */
export function openStore<T>(options: StoreOptions<T>): Store<T> {
  const { file, empty, times = TIMES } = options;
  const told = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  const report = (trouble: string, message: string) => {
    if (told.has(trouble)) return;
    told.add(trouble);
    options.report(`${file}:${trouble}`, message);
  };

  async function read(): Promise<T> {
    try {
      const content = await readContent(options);
      if (content.kind === "state") return content.state;
      if (content.kind === "newer") reportNewer();
      else report("corrupt", `${file} cannot be read as state; it is set aside at the next change.`);
    } catch (error) {
      report("unreadable", `${file} could not be read: ${reasonOf(error)}.`);
    }
    return empty;
  }

  async function update(change: (state: T) => T): Promise<Saved<T>> {
    let lock: FileLock | undefined;
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      lock = await acquireLock(file, times, (token) => rm(temporaryOf(file, token), { force: true }));
      if (lock !== undefined) return await updateLocked(lock, change);
      report("locked", `${file} was locked by another process for ${times.waitMs / 1000} s; a change was not saved.`);
    } catch (error) {
      report("unwritable", `${file} could not be written: ${reasonOf(error)}. What was learned is not kept.`);
    } finally {
      // A lock that cannot be removed goes stale by itself.
      await lock?.release().catch(() => undefined);
    }
    return { kind: "lost", state: change(await read()) };
  }

  async function updateLocked(lock: FileLock, change: (state: T) => T): Promise<Saved<T>> {
    const content = await readContent(options);
    if (content.kind === "newer") {
      reportNewer();
      return { kind: "lost", state: change(empty) };
    }
    const before = content.kind === "state" ? content.state : empty;
    const state = change(before);
    if (state === before) return { kind: "unchanged", state };
    if (content.kind === "corrupt") await setAside();
    const text = `${JSON.stringify({ version: options.version, data: state })}\n`;
    if (!(await lock.isHeld())) throw new Error("the lock was taken over while this process was paused");
    await replaceFile(file, text, temporaryOf(file, lock.token));
    return { kind: "written", state };
  }

  async function setAside(): Promise<void> {
    const kept = `${file}.corrupt-${Date.now()}`;
    await rename(file, kept);
    report("set-aside", `${file} was damaged. It is kept as ${kept}, and a new one was begun.`);
  }

  function reportNewer(): void {
    report("newer", `${file} was written by a newer version of this extension. It is left as it is and not used.`);
  }

  return {
    read,
    update: (change) => {
      const saved = last.then(() => update(change));
      last = saved.catch(() => undefined);
      return saved;
    },
  };
}

async function readContent<T>({ file, version, empty, parse }: StoreOptions<T>): Promise<Content<T>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "state", state: empty };
    throw error;
  }
  const envelope = parseJson(text);
  if (!isObject(envelope) || typeof envelope.version !== "number") return { kind: "corrupt" };
  if (envelope.version > version) return { kind: "newer" };
  const state = envelope.data === undefined ? undefined : parse(envelope.data, envelope.version);
  return state === undefined ? { kind: "corrupt" } : { kind: "state", state };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function temporaryOf(file: string, token: string): string {
  return `${file}.${token}.tmp`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
