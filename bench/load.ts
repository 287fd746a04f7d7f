/**
 * What loading the extension adds to one `pi -p` run, compared with an empty extension, and what is read for it.
 *
 *     npm run bench:load [-- <pairs>]
 *
 * Runs alternate and are compared in pairs, so that a busy machine slows both alike; the processor time tells what is left
 * of a machine that is busy all the time. Exit code 1 when the median of the differences is over 30 ms.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, sep } from "node:path";
import { filesReadIn } from "../test/e2e/rig/files-read.ts";
import { extension, makeWorkspace, runPiIn, say, startModelServer } from "../test/e2e/rig/index.ts";

const LIMIT_MS = 30;

/** One whole run in print mode, in milliseconds. */
interface Cost {
  /** From the start of the process to its end. */
  readonly wall: number;
  /** On the processor, in user code. */
  readonly user: number;
}

const pairs = Number(process.argv[2] ?? 41);
await using folder = {
  path: await mkdtemp(join(tmpdir(), "pi-tool-recovery-bench-")),
  async [Symbol.asyncDispose]() {
    await rm(this.path, { recursive: true, force: true });
  },
};
const empty = join(folder.path, "empty.ts");
const watch = join(folder.path, "watch.mjs");
const usage = join(folder.path, "usage");
await writeFile(empty, "export default function () {}\n");
await writeFile(
  watch,
  `import { writeFileSync } from "node:fs";
   process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, String(process.cpuUsage().user / 1000)));`,
);

const costs = await measure();
const added = median(costs.map(({ ours, none }) => ours.wall - none.wall));
for (const [name, part] of [
  ["empty extension", costs.map(({ none }) => none)],
  ["this extension", costs.map(({ ours }) => ours)],
  ["added", costs.map(({ ours, none }) => ({ wall: ours.wall - none.wall, user: ours.user - none.user }))],
] as const) {
  const [wall, user] = [median(part.map((cost) => cost.wall)), median(part.map((cost) => cost.user))];
  console.log(
    `${name.padEnd(16)} ${wall.toFixed(1).padStart(6)} ms, ${user.toFixed(1).padStart(6)} ms of them computing`,
  );
}
console.log(`medians of ${pairs} pairs; at most ${LIMIT_MS} ms may be added`);

const read = await filesReadIn({ script: [say("Done.")] });
console.log(`\nRead at start-up, ${read.length} files:`);
for (const [place, files] of group(read)) console.log(`  ${place.padEnd(16)} ${files.join(" ")}`);
process.exitCode = added > LIMIT_MS ? 1 : 0;

async function measure(): Promise<readonly { readonly none: Cost; readonly ours: Cost }[]> {
  await timed(empty);
  await timed(extension);
  const found = [];
  for (let pair = 0; pair < pairs; pair++) {
    // The order alternates, since the second run of a pair finds a warmer machine.
    const first = await timed(pair % 2 === 0 ? empty : extension);
    const second = await timed(pair % 2 === 0 ? extension : empty);
    found.push(pair % 2 === 0 ? { none: first, ours: second } : { none: second, ours: first });
  }
  return found;
}

async function timed(entry: string): Promise<Cost> {
  await using server = await startModelServer([say("Done.")]);
  await using workspace = await makeWorkspace(server.url, { env: { NODE_OPTIONS: `--import=${watch}` } });
  const before = performance.now();
  const run = await runPiIn(workspace, server, { extensions: [entry] });
  const wall = performance.now() - before;
  if (run.exitCode !== 0 || run.stdout !== "Done.\n") throw new Error(`pi failed:\n${run.stdout}${run.stderr}`);
  return { wall, user: Number(await readFile(usage, "utf8")) };
}

/** File names by room of `src`, or by package. */
function group(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const places = Map.groupBy(paths, (path) => placeOf(path.split(sep)));
  return new Map([...places].map(([place, files]) => [place, files.map((path) => basename(path))]));
}

function placeOf(steps: readonly string[]): string {
  if (steps[0] === "node_modules") return steps.slice(0, steps[1]?.startsWith("@") ? 3 : 2).join("/");
  return steps.slice(0, -1).join("/");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
