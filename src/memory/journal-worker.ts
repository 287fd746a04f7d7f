import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { JournalBatch, JournalFile, JournalReply } from "./journal.ts";
import { createJournalWriter, type JournalLimits } from "./journal-writer.ts";

const names: Readonly<Record<JournalFile, string>> = { events: "events.jsonl", corpus: "failure-corpus.jsonl" };

const limits: Readonly<Record<JournalFile, JournalLimits>> = {
  events: { maxBytes: 4 * 1024 * 1024, maxLines: 5_000, keptFiles: 5 },
  // Half of 512 kB, so that the full file that is kept and the running one stay below it together.
  corpus: { maxBytes: 256 * 1024, maxLines: 1_000, keptFiles: 1 },
};

const { folder } = workerData as { readonly folder: string };
const writers = {
  events: createJournalWriter(join(folder, names.events), limits.events),
  corpus: createJournalWriter(join(folder, names.corpus), limits.corpus),
};

let last: Promise<void> = Promise.resolve();

parentPort?.on("message", ({ file, lines }: JournalBatch) => {
  last = last.then(async () => reply(await append(file, lines)));
});

async function append(file: JournalFile, lines: readonly string[]): Promise<JournalReply> {
  try {
    await writers[file].append(lines);
    return { kind: "written", lines: lines.length };
  } catch (error) {
    return { kind: "failed", lines: lines.length, why: error instanceof Error ? error.message : String(error) };
  }
}

function reply(message: JournalReply): void {
  parentPort?.postMessage(message);
}
