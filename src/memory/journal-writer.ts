import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { acquireLock } from "./file-lock.ts";

/** When a file is full, and how many full ones are kept beside it. */
export interface JournalLimits {
  readonly maxBytes: number;
  readonly maxLines: number;
  /** `events.1.jsonl` is the newest of them. */
  readonly keptFiles: number;
}

/**
 * Appends whole batches of lines to a file that other processes append to as well: one write a batch, so that no line is
 * torn, and a full file is moved aside under a lock.
 */
export function createJournalWriter(
  path: string,
  limits: JournalLimits,
): { append(lines: readonly string[]): Promise<void> } {
  // What this process knows of the file; others append too, so it is only a starting point.
  let known = { ino: -1, bytes: 0, lines: 0, endsOpen: false };

  /** @throws When the file cannot be written, as on a full disk or in a read-only folder. */
  async function append(lines: readonly string[]): Promise<void> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const text = lines.map((line) => `${line}\n`).join("");
    let file = openSync(path, "a+", 0o600);
    try {
      catchUp(file);
      if (isFull(Buffer.byteLength(text), lines.length)) {
        closeSync(file);
        await rotateLocked();
        file = openSync(path, "a+", 0o600);
        catchUp(file);
      }
      // A process that was killed may have left half a line.
      writeAll(file, Buffer.from(known.endsOpen ? `\n${text}` : text));
    } finally {
      closeSync(file);
    }
  }

  function isFull(bytes: number, lines: number): boolean {
    return known.lines > 0 && (known.bytes + bytes > limits.maxBytes || known.lines + lines > limits.maxLines);
  }

  /** Counts what has been appended since the last look, or everything when the file is another one. */
  function catchUp(file: number): void {
    const { ino, size } = fstatSync(file);
    if (ino !== known.ino || size < known.bytes) known = { ino, bytes: 0, lines: 0, endsOpen: false };
    const buffer = Buffer.alloc(Math.min(64 * 1024, Math.max(1, size - known.bytes)));
    while (known.bytes < size) {
      const read = readSync(file, buffer, 0, buffer.length, known.bytes);
      if (read === 0) return;
      for (let at = buffer.indexOf(10); at !== -1 && at < read; at = buffer.indexOf(10, at + 1)) known.lines++;
      known.bytes += read;
      known.endsOpen = buffer[read - 1] !== 10;
    }
  }

  /** A process that cannot get the lock appends to the full file: it is rotated a batch later. */
  async function rotateLocked(): Promise<void> {
    const lock = await acquireLock(path, { waitMs: 1_000, staleMs: 10_000 }, async () => {});
    if (lock === undefined) return;
    try {
      rotate();
    } finally {
      await lock.release();
    }
  }

  /** Moves the full file aside, unless another process has just done so. */
  function rotate(): void {
    const { ino, size } = statSync(path);
    if (ino !== known.ino || size < known.bytes) return;
    if (limits.keptFiles === 0) {
      rmSync(path);
      return;
    }
    for (let at = limits.keptFiles - 1; at >= 1; at--) moveIfThere(numbered(at), numbered(at + 1));
    renameSync(path, numbered(1));
  }

  function numbered(at: number): string {
    return path.replace(/(\.[^.]+)?$/, `.${at}$1`);
  }

  return { append };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
