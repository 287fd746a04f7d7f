import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";

/** An exclusive hold on a file, kept by a lock file beside it that names its owner. */
export interface FileLock {
  /** Unique to this hold; names what the owner leaves behind if it dies. */
  readonly token: string;
  /** Whether the lock file still names this hold: false once another process has taken it for stale. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LockTimes {
  /** How long to wait for another owner before giving up. */
  readonly waitMs: number;
  /** After how long a living owner counts as gone; an update takes milliseconds. */
  readonly staleMs: number;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/**
 * Waits for the lock of `file` and takes it. The lock of a dead process is taken over at once.
 * @param onTakeover Told the token of an owner that died, before the lock is free again.
 * @returns `undefined` when another process held it for all of `waitMs`.
 * @throws What the file system says when no lock file can be made.
 */
export async function acquireLock(
  file: string,
  { waitMs, staleMs }: LockTimes,
  onTakeover: (token: string) => Promise<void>,
): Promise<FileLock | undefined> {
  const path = `${file}.lock`;
  const owner: Owner = { pid: process.pid, host: hostname(), token: randomUUID() };
  const text = JSON.stringify(owner);
  const deadline = performance.now() + waitMs;
  while (!(await create(path, text))) {
    const stale = await staleText(path, staleMs);
    if (stale !== undefined && (await takeOver(path, stale, onTakeover))) continue;
    if (performance.now() >= deadline) return undefined;
    // Uneven pauses keep two waiting processes from meeting again and again.
    await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 12));
  }
  const isHeld = async () => (await contentOf(path)) === text;
  return {
    token: owner.token,
    isHeld,
    release: async () => {
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, text: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(path, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await handle.writeFile(text);
    return true;
  } catch (error) {
    // A full disk makes empty files: this one would keep everybody waiting.
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The content of a lock file whose owner is gone, or `undefined` when it may still be at work. */
async function staleText(path: string, staleMs: number): Promise<string | undefined> {
  const text = await contentOf(path);
  if (text === undefined) return undefined;
  const age = await ageOf(path);
  if (age === undefined) return undefined;
  const owner = readOwner(text);
  const dead = owner !== undefined && owner.host === hostname() && !isAlive(owner.pid);
  return dead || age > staleMs ? text : undefined;
}

/**
 * Removes a stale lock. A second lock file guards this, so that of several processes that found the same stale lock none
 * removes the fresh lock of another.
 */
async function takeOver(path: string, stale: string, onTakeover: (token: string) => Promise<void>): Promise<boolean> {
  const guard = `${path}.takeover`;
  if (!(await create(guard, stale))) {
    if (((await ageOf(guard)) ?? 0) > 5_000) await rm(guard, { force: true });
    return false;
  }
  try {
    if ((await contentOf(path)) !== stale) return false;
    const owner = readOwner(stale);
    if (owner !== undefined) await onTakeover(owner.token);
    await rm(path, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

function readOwner(text: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    Number.isSafeInteger(value.pid) &&
    "host" in value &&
    typeof value.host === "string" &&
    "token" in value &&
    typeof value.token === "string" &&
    /^[\w-]{1,64}$/.test(value.token)
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function ageOf(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
