// Replays a generated corpus with known contents, as a whole, with threads and in merged parts, and compares its speed
// with parsing the same lines and nothing more. `npm run bench:replay -- [megabytes]`, 1,000 by default.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { findInputs, totalBytes } from "../src/replay/find-inputs.ts";
import type { Report } from "../src/replay/report.ts";
import { totalsOf, writeSessionCorpus } from "../test/replay/session-corpus.ts";

/** The faster of two runs: others use this machine too. */
const ROUNDS = 2;
const command = join(import.meta.dirname, "../src/cli.ts");
const parser = join(import.meta.dirname, "parse-lines.ts");

interface Run {
  readonly stdout: string;
  readonly seconds: number;
  /** Seconds of processor time, all threads together. */
  readonly work: number;
  /** Most memory the process held at once, in megabytes. */
  readonly memory: number;
}

const megabytes = Number(process.argv[2] ?? 1_000);
const folder = mkdtempSync(join(tmpdir(), "replay-bench-"));
try {
  const corpus = join(folder, "sessions");
  const files = Math.max(4, Math.round(megabytes / 5));
  const truth = writeSessionCorpus(corpus, { files, turns: 1_900, resultSize: 2_900 });
  const bytes = totalBytes(findInputs([corpus]));
  console.log(`${files} files, ${(bytes / 1e6).toFixed(0)} MB, ${truth.calls.toLocaleString("en-US")} calls`);

  const parse = fastest(parser, corpus);
  print("JSON.parse of every line", parse);
  for (const jobs of ["1", "2"]) {
    const replayed = fastest(command, "replay", corpus, "--json", "--jobs", jobs);
    print(`replay --jobs ${jobs}`, replayed);
    expectTruth(replayed.stdout);
  }
  const parts = ["1/3", "2/3", "3/3"].map((shard) => {
    const file = join(folder, `part-${shard[0]}.json`);
    writeFileSync(file, run(command, "replay", corpus, "--json", "--shard", shard).stdout);
    return file;
  });
  expectTruth(run(command, "merge", ...parts, "--json").stdout);
  console.log("Every total is exact: in one thread, in two, and in three merged parts.");

  function print(name: string, { seconds, work, memory }: Run): void {
    const rate = (bytes / 1e6 / seconds).toFixed(0).padStart(5);
    const times = `${(seconds / parse.seconds).toFixed(2)} × the time, ${(work / parse.work).toFixed(2)} × the work`;
    console.log(`${name.padEnd(26)} ${rate} MB/s  ${times}  ${memory.toFixed(0).padStart(4)} MB of memory`);
  }

  function expectTruth(report: string): void {
    const found = totalsOf(JSON.parse(report) as Report);
    if (isDeepStrictEqual(found, truth)) return;
    throw new Error(`The totals are off: ${JSON.stringify({ found, truth }, null, 2)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fastest(script: string, ...args: readonly string[]): Run {
  const runs = Array.from({ length: ROUNDS }, () => run(script, ...args));
  return runs.reduce((best, next) => (next.seconds < best.seconds ? next : best));
}

function run(script: string, ...args: readonly string[]): Run {
  const usageFile = join(folder, "usage.json");
  const note = `process.on("exit", () => fs.writeFileSync(${JSON.stringify(usageFile)}, JSON.stringify(process.resourceUsage())))`;
  const preload = `data:text/javascript,${encodeURIComponent(`import fs from "node:fs"; ${note}`)}`;
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", preload, script, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${status}:\n${stderr}`);
  const seconds = (performance.now() - start) / 1000;
  const usage = JSON.parse(readFileSync(usageFile, "utf8")) as NodeJS.ResourceUsage;
  return { stdout, seconds, work: (usage.userCPUTime + usage.systemCPUTime) / 1e6, memory: usage.maxRSS / 1024 };
}
