// Replays a generated corpus with known contents and compares its speed with parsing the same lines and nothing more.
// `npm run bench:replay -- [megabytes]`, 1,000 by default.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findInputs } from "../src/replay/find-inputs.ts";
import { readLines } from "../src/replay/read-lines.ts";
import { replayInputs } from "../src/replay/replay-inputs.ts";
import { totalBytes } from "../src/replay/report.ts";
import { writeSessionCorpus } from "../test/replay/session-corpus.ts";

const megabytes = Number(process.argv[2] ?? 1_000);
const folder = mkdtempSync(join(tmpdir(), "replay-bench-"));
try {
  const files = Math.max(1, Math.round(megabytes / 5));
  const truth = writeSessionCorpus(folder, { files, turns: 1_900, resultSize: 2_700 });
  const inputs = findInputs([folder]);
  const bytes = totalBytes(inputs);
  console.log(`${files} files, ${(bytes / 1e6).toFixed(0)} MB, ${truth.calls.toLocaleString("en-US")} calls`);

  const parse = await time(async () => {
    for (const { path } of inputs) {
      await readLines(path, { onLine: parseLine, onOversized: () => {}, onBytes: () => {} });
    }
  });
  print("JSON.parse of every line", parse, parse);
  for (const jobs of [1, 2]) {
    let calls = 0;
    const replayed = await time(async () => {
      const { report } = await replayInputs({
        inputs,
        since: "",
        model: "",
        wantsFixtures: false,
        jobs,
        onBytes: () => {},
      });
      calls = Object.values(report.models)
        .flatMap(({ tools }) => Object.values(tools))
        .reduce((sum, tool) => sum + tool.calls, 0);
    });
    print(`replay, ${jobs} thread${jobs === 1 ? "" : "s"}`, replayed, parse);
    if (calls !== truth.calls) throw new Error(`Replay counted ${calls} calls of ${truth.calls}.`);
  }
  console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);

  function print(name: string, seconds: number, base: number): void {
    console.log(
      `${name.padEnd(26)} ${(bytes / 1e6 / seconds).toFixed(0).padStart(5)} MB/s  ${(seconds / base).toFixed(2)} ×`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function parseLine(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // The corpus holds cut lines on purpose.
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
