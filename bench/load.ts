/**
 * What loading the extension adds to one `pi -p` run, compared with an empty extension, and what is read for it.
 *
 *     npm run bench:load [-- <pairs>]
 *
 * Runs alternate and are compared in pairs, so that a busy machine slows both alike. Exit code 1 when the median of the
 * differences is over 30 ms, or when a package or room is loaded before it is needed.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { extension, makeWorkspace, repo, runPiIn, say, startModelServer } from "../test/e2e/rig/index.ts";

const LIMIT_MS = 30;

/** What may be loaded at start-up: the composition root, the core, the rules and the hooks. */
const EXPECTED_ROOMS = new Set(["index.ts", "core", "rules", "pi"]);
const UNWANTED_PACKAGES = ["openai", "@anthropic-ai/sdk"];

const pairs = Number(process.argv[2] ?? 21);
await using folder = {
  path: await mkdtemp(join(tmpdir(), "pi-tool-recovery-bench-")),
  async [Symbol.asyncDispose]() {
    await rm(this.path, { recursive: true, force: true });
  },
};
const empty = join(folder.path, "empty.ts");
await writeFile(empty, "export default function () {}\n");

const times = await measure();
const difference = median(times.map(({ ours, none }) => ours - none));
const read = await listRead();

console.log(`empty extension  ${median(times.map(({ none }) => none)).toFixed(0)} ms`);
console.log(`this extension   ${median(times.map(({ ours }) => ours)).toFixed(0)} ms`);
console.log(`added            ${difference.toFixed(1)} ms, median of ${pairs} pairs (at most ${LIMIT_MS})`);
console.log("\nRead at start-up:");
for (const [place, files] of group(read)) console.log(`  ${place.padEnd(28)} ${files.join(" ")}`);

const unwanted = [...group(read).keys()].filter((place) => !isExpected(place));
if (unwanted.length > 0) console.log(`\nLoaded before it is needed: ${unwanted.join(", ")}`);
process.exitCode = difference > LIMIT_MS || unwanted.length > 0 ? 1 : 0;

async function measure(): Promise<readonly { readonly none: number; readonly ours: number }[]> {
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

/** Milliseconds of one whole run in print mode, from the start of the process to its end. */
async function timed(entry: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  await using server = await startModelServer([say("Done.")]);
  await using workspace = await makeWorkspace(server.url, { env });
  const before = performance.now();
  const run = await runPiIn(workspace, server, { extensions: [entry] });
  const after = performance.now();
  if (run.exitCode !== 0 || run.stdout !== "Done.\n") throw new Error(`pi failed:\n${run.stdout}${run.stderr}`);
  return after - before;
}

/** The files below the checkout that a run with the extension reads and a run with the empty one does not. */
async function listRead(): Promise<readonly string[]> {
  const without = new Set(await filesReadBy(empty));
  return (await filesReadBy(extension)).filter((path) => !without.has(path));
}

async function filesReadBy(entry: string): Promise<readonly string[]> {
  const log = join(folder.path, "read.log");
  const spy = join(folder.path, "spy.mjs");
  await writeFile(log, "");
  await writeFile(spy, spySource(log));
  await timed(entry, { NODE_OPTIONS: `--import=${spy}` });
  const paths = (await readFile(log, "utf8")).split("\n").filter((path) => path.startsWith(repo + sep));
  return [...new Set(paths.map((path) => relative(repo, path)))].filter((path) => /\.[cm]?[jt]s$/.test(path));
}

/** Notes every module that Node loads and every source that pi's own TypeScript loader reads. */
function spySource(log: string): string {
  return `
    import fs from "node:fs";
    import { registerHooks, syncBuiltinESMExports } from "node:module";
    import { fileURLToPath } from "node:url";
    const append = fs.appendFileSync;
    const note = (path) => append(${JSON.stringify(log)}, path + "\\n");
    const { readFileSync } = fs;
    fs.readFileSync = function (path, ...rest) {
      if (typeof path === "string") note(path);
      return readFileSync.call(this, path, ...rest);
    };
    syncBuiltinESMExports();
    registerHooks({ load(url, context, next) {
      if (url.startsWith("file:")) note(fileURLToPath(url));
      return next(url, context);
    } });
  `;
}

/** File names by room of `src`, or by package. */
function group(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const places = Map.groupBy(paths.toSorted(), (path) => placeOf(path.split(sep)));
  return new Map([...places].map(([place, files]) => [place, files.map((path) => basename(path))]));
}

function placeOf(steps: readonly string[]): string {
  if (steps[0] === "src") return steps.slice(0, steps[2] === "view" ? 3 : 2).join("/");
  if (steps[0] !== "node_modules") return steps[0] ?? "";
  return steps.slice(0, steps[1]?.startsWith("@") ? 3 : 2).join("/");
}

function isExpected(place: string): boolean {
  if (place.startsWith("src/")) return EXPECTED_ROOMS.has(place.slice("src/".length));
  return !UNWANTED_PACKAGES.some((name) => place === `node_modules/${name}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
