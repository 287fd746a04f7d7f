import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { type RunOptions, runPi } from "./run-pi.ts";
import { repo } from "./workspace.ts";

/**
 * The modules of this checkout and of its packages that a run with the extension reads and one without it does not, as
 * sorted paths in the checkout.
 */
export async function filesReadIn(options: RunOptions): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "pi-tool-recovery-read-"));
  try {
    const empty = join(folder, "empty.ts");
    await writeFile(empty, "export default function () {}\n");
    const without = new Set(await readIn(folder, { ...options, extensions: [empty] }));
    return (await readIn(folder, options)).filter((path) => !without.has(path)).toSorted();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readIn(folder: string, options: RunOptions): Promise<readonly string[]> {
  const log = join(folder, "read.log");
  const spy = join(folder, "spy.mjs");
  await writeFile(log, "");
  await writeFile(spy, spySource(log));
  const run = await runPi({ ...options, env: { ...options.env, NODE_OPTIONS: `--import=${spy}` } });
  if (run.exitCode !== 0) throw new Error(`pi failed:\n${run.stdout}${run.stderr}`);
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
