import { Worker } from "node:worker_threads";
import { workerFile } from "../memory/worker-file.ts";
import type { Input } from "./find-inputs.ts";
import type { Fixture } from "./fixture.ts";
import { replayWithRules } from "./replay-with-rules.ts";
import { addReport, emptyReport, type Report } from "./report.ts";

/** What a worker is told, and what it answers. */
export interface WorkerTask {
  readonly paths: readonly string[];
  readonly since: string;
  readonly model: string;
  readonly wantsFixtures: boolean;
}

export type WorkerMessage =
  | { readonly kind: "bytes"; readonly bytes: number }
  | { readonly kind: "file"; readonly report: Report; readonly fixtures: readonly Fixture[] };

export interface ReplayRequest {
  readonly inputs: readonly Input[];
  readonly since: string;
  readonly model: string;
  readonly wantsFixtures: boolean;
  /** Worker threads; 1 reads in this thread. */
  readonly jobs: number;
  onBytes(bytes: number): void;
}

export interface ReplayResult {
  readonly report: Report;
  readonly fixtures: readonly Fixture[];
}

/** How many fixtures are kept: one a shape of slip, tool and model. */
const MAX_FIXTURES = 2_000;

/** Replays all inputs. The result does not depend on `jobs`: every figure is a sum. */
export async function replayInputs(request: ReplayRequest): Promise<ReplayResult> {
  const total = emptyReport();
  const fixtures = new Map<string, Fixture>();
  const onMessage = (message: WorkerMessage) => {
    if (message.kind === "bytes") return request.onBytes(message.bytes);
    addReport(total, message.report);
    for (const fixture of message.fixtures) {
      if (fixtures.size < MAX_FIXTURES && !fixtures.has(fixture.kind)) fixtures.set(fixture.kind, fixture);
    }
  };
  const { since, model, wantsFixtures } = request;
  const tasks = divide(request.inputs, request.jobs).map((paths) => ({ paths, since, model, wantsFixtures }));
  if (tasks.length === 1) for (const task of tasks) await replayWithRules(task, onMessage);
  else await Promise.all(tasks.map((task) => runWorker(task, onMessage)));
  // Workers answer in any order; what is only partly kept is put in a fixed one.
  total.invalid.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return { report: total, fixtures: [...fixtures.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1)) };
}

/** Biggest files first, each to the part with the fewest bytes so far. */
function divide(inputs: readonly Input[], jobs: number): readonly (readonly string[])[] {
  const parts = Array.from({ length: Math.max(1, Math.min(jobs, inputs.length)) }, () => ({
    bytes: 0,
    paths: [] as string[],
  }));
  for (const { path, bytes } of inputs.toSorted((a, b) => b.bytes - a.bytes)) {
    const part = parts.reduce((least, other) => (other.bytes < least.bytes ? other : least));
    part.bytes += bytes;
    part.paths.push(path);
  }
  return parts.map(({ paths }) => paths);
}

function runWorker(task: WorkerTask, onMessage: (message: WorkerMessage) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(workerFile("replay", "worker", import.meta.url), { workerData: task, execArgv: [] });
    worker.on("message", onMessage);
    worker.on("error", fail);
    worker.on("exit", (code) => (code === 0 ? done() : fail(new Error(`A replay worker ended with code ${code}.`))));
  });
}
