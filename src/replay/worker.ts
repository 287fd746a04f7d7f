import { parentPort, workerData } from "node:worker_threads";
import type { WorkerTask } from "./replay-inputs.ts";
import { replayWithRules } from "./replay-with-rules.ts";

const port = parentPort;
if (port !== null) await replayWithRules(workerData as WorkerTask, (message) => port.postMessage(message));
