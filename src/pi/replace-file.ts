import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

/** Milliseconds to wait for another process, and after which a lock counts as left behind by a dead one. */
const PATIENCE = 2_500;
const STALE = 2_000;

/** Replaces a file as a whole: readers see the old content or the new one, never a part. Mode 0600. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Runs `work` while no other process holds the lock of the file.
 * @throws When the lock stays taken, or what `work` throws.
 */
export function withFileLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  acquire(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock: string): void {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      closeSync(openSync(lock, "wx", 0o600));
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (isStale(lock)) rmSync(lock, { force: true });
    else if (Date.now() > deadline) throw new Error("another process keeps it locked");
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function isStale(lock: string): boolean {
  const age = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return age !== undefined && Date.now() - age > STALE;
}
