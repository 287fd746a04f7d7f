import { Worker } from "node:worker_threads";
import type { Input } from "./find-inputs.ts";
import { createFixtureSet, type Fixture } from "./fixture.ts";
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

/** Of the same kind as this file: a checkout runs its sources, whatever was built of it before. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** Lines are short-lived: a small nursery costs no time and saves memory in every thread. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** Replays all inputs. The result does not depend on `jobs`: every figure is a sum. */
export async function replayInputs(request: ReplayRequest): Promise<ReplayResult> {
  const total = emptyReport();
  const fixtures = createFixtureSet();
  const onMessage = (message: WorkerMessage) => {
    if (message.kind === "bytes") return request.onBytes(message.bytes);
    addReport(total, message.report);
    for (const fixture of message.fixtures) fixtures.add(fixture);
  };
  const { since, model, wantsFixtures } = request;
  const tasks = divide(request.inputs, request.jobs).map((paths) => ({ paths, since, model, wantsFixtures }));
  if (tasks.length === 1) for (const task of tasks) await replayWithRules(task, onMessage);
  else await Promise.all(tasks.map((task) => runWorker(task, onMessage)));
  return { report: total, fixtures: fixtures.all() };
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
    const worker = new Worker(WORKER, { workerData: task, execArgv: [], resourceLimits: LIMITS });
    worker.on("message", onMessage);
    worker.on("error", fail);
    worker.on("exit", (code) => (code === 0 ? done() : fail(new Error(`A replay worker ended with code ${code}.`))));
  });
}
