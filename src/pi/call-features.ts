import type { Feature } from "./app.ts";
import { countCalls } from "./counts.ts";
import { rememberFailures } from "./failure-memory.ts";
import { journaling } from "./journal.ts";
import { readTextCalls } from "./read-text-calls.ts";
import { recovery } from "./recovery.ts";
import { showSignals } from "./signals/markers.ts";
import { teaching } from "./teaching.ts";
import { explainUnknownTools } from "./unknown-tools.ts";

/** The parts of the extension that a session needs from its first call on. Hooks of one event run in this order. */
export const callFeatures: readonly Feature[] = [
  countCalls,
  readTextCalls,
  explainUnknownTools,
  recovery,
  rememberFailures,
  teaching,
  showSignals,
  journaling,
];
