import { Worker } from "node:worker_threads";
import type { CorpusEvent, JournalEvent } from "./journal-event.ts";
import { workerFile } from "./worker-file.ts";

/** Events that wait for the worker at most; what comes on top is dropped and counted. */
export const QUEUE_LIMIT = 1_000;
const BATCH_SIZE = 50;
const BATCH_MS = 200;
/** How long closing waits for the last batch. */
const CLOSE_MS = 2_000;

/** The two files of the journal. */
export type JournalFile = "events" | "corpus";

/** What the worker is told, and what it answers. */
export interface JournalBatch {
  readonly file: JournalFile;
  readonly lines: readonly string[];
}

export type JournalReply =
  | { readonly kind: "written"; readonly lines: number }
  | { readonly kind: "failed"; readonly lines: number; readonly why: string };

/** Appends events to `events.jsonl` and `failure-corpus.jsonl` of a folder, off the main thread. Never throws. */
export interface Journal {
  record(event: JournalEvent): void;
  recordFailure(event: CorpusEvent): void;
  /** Events that were not written: the queue was full or the file could not be written. */
  dropped(): number;
  /** Events that are not yet written. */
  pending(): number;
  /** Writes what is left, at most for two seconds, and ends the worker. */
  close(): Promise<void>;
}

/**
 * Nothing is created and no thread is started before the first event.
 * @param onProblem Told once when the files cannot be written or the worker keeps failing.
 */
export function openJournal(folder: string, onProblem: (why: string) => void): Journal {
  const waiting: Record<JournalFile, string[]> = { events: [], corpus: [] };
  let worker: Worker | undefined;
  let inFlight = 0;
  let dropped = 0;
  let starts = 0;
  let timer: NodeJS.Timeout | undefined;
  let told = false;
  let closed = false;
  let onIdle = () => {};

  const tellOnce = (why: string) => {
    if (!told) onProblem(`the journal in ${folder} could not be written (${why}). The session goes on without it.`);
    told = true;
  };
  const start = (): Worker | undefined => {
    // A worker that dies is replaced once; a second death means that something is wrong with the place.
    if (starts === 2) return undefined;
    starts++;
    const next = new Worker(workerFile("memory", "journal-worker", import.meta.url), {
      workerData: { folder },
      // Flags of the host, such as `--input-type`, are not meant for this thread and may keep it from starting.
      execArgv: [],
    });
    next.unref();
    next.on("message", (reply: JournalReply) => {
      inFlight -= reply.lines;
      if (reply.kind === "failed") {
        dropped += reply.lines;
        tellOnce(reply.why);
      }
      if (inFlight === 0) onIdle();
    });
    next.on("error", (error) => fail(next, error.message));
    next.on("exit", () => fail(next, "its thread ended"));
    return next;
  };
  const fail = (failed: Worker, why: string) => {
    if (worker !== failed) return;
    worker = undefined;
    dropped += inFlight;
    inFlight = 0;
    if (!closed) tellOnce(why);
    onIdle();
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const file of ["events", "corpus"] as const) {
      const lines = waiting[file];
      if (lines.length === 0) continue;
      waiting[file] = [];
      worker ??= start();
      if (worker === undefined) {
        dropped += lines.length;
        continue;
      }
      inFlight += lines.length;
      worker.postMessage({ file, lines } satisfies JournalBatch);
    }
  };
  const pending = () => inFlight + waiting.events.length + waiting.corpus.length;
  const add = (file: JournalFile, event: JournalEvent | CorpusEvent) => {
    if (closed || pending() >= QUEUE_LIMIT) {
      dropped++;
      return;
    }
    waiting[file].push(JSON.stringify(event));
    if (waiting[file].length >= BATCH_SIZE) return flush();
    timer ??= setTimeout(flush, BATCH_MS).unref();
  };
  return {
    record: (event) => add("events", event),
    recordFailure: (event) => add("corpus", event),
    dropped: () => dropped,
    pending,
    async close() {
      if (closed) return;
      flush();
      closed = true;
      if (worker === undefined) return;
      if (inFlight > 0) {
        await new Promise<void>((done) => {
          onIdle = done;
          setTimeout(done, CLOSE_MS).unref();
        });
      }
      const last = worker;
      worker = undefined;
      await last?.terminate();
    },
  };
}
