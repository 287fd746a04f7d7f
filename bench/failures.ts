/**
 * What the gate of failed calls costs in a long session: microseconds a decision and the memory it holds.
 *
 *     node bench/failures.ts
 *
 * Exit code 1 when a decision takes 50 µs or more at the 99th percentile, or 10,000 operations hold more than 2 MB.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Attempt } from "../src/failures/attempt.ts";
import { createFailureMemory } from "../src/failures/memory.ts";

const OPERATIONS = 10_000;
const LIMIT_MICROSECONDS = 50;
const LIMIT_BYTES = 2 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const memory = createFailureMemory();
const before = heap();
const decisions: number[] = [];
for (let at = 0; at < OPERATIONS; at++) {
  const attempt = failure(at);
  const start = performance.now();
  memory.decide(attempt.tool, attempt.arguments, at);
  decisions.push((performance.now() - start) * 1000);
  memory.settle([attempt], { tools: ["bash", "edit"] });
}
const held = heap() - before;
const sorted = decisions.toSorted((a, b) => a - b);
const late = sorted[Math.floor(OPERATIONS * 0.99)] ?? 0;

console.log(
  `decision  ${(sorted[OPERATIONS / 2] ?? 0).toFixed(1)} µs median, ${late.toFixed(1)} µs at the 99th percentile`,
);
console.log(`memory    ${(held / 1024).toFixed(0)} kB after ${OPERATIONS} failed operations`);
// The memory must outlive its measurement.
if (memory.counts().length === 0) throw new Error("Nothing was counted.");
process.exitCode = late >= LIMIT_MICROSECONDS || held > LIMIT_BYTES ? 1 : 0;

/** Edits with a few lines of text and commands with long output, all different and all failing. */
function failure(at: number): Attempt {
  const rest = { malformed: false, failed: true, blocked: false, at } as const;
  if (at % 2 === 0) {
    const args = { command: `npm test -- --filter case-${at}` };
    const text = `${"a line of a log\n".repeat(500)}error: case ${at} failed\n\nCommand exited with code 1`;
    return { ...rest, tool: "bash", arguments: JSON.stringify(args), text };
  }
  const lines = `const value${at} = compute(${at});\n`;
  const args = { path: `src/file-${at}.ts`, edits: [{ oldText: lines.repeat(8), newText: lines.repeat(10) }] };
  return {
    ...rest,
    tool: "edit",
    arguments: JSON.stringify(args),
    text: `Could not find the exact text in src/file-${at}.ts. The old text must match exactly.`,
  };
}

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
