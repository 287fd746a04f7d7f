/**
 * Installs the packed package the way a user does and tries it: `pi install npm:…` into a clean agent folder, and
 * `npm install` into an empty folder for the library face, the command line and the workers. Needs the npm registry, for
 * the dependencies; otherwise only temporary folders and loopback.
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, makeWorkspace, repo, runPiIn, say, startModelServer } from "../test/e2e/rig/index.ts";
import { piCli } from "../test/e2e/rig/workspace.ts";
import { npm, pack } from "../test/packaging/npm.ts";
import { checkInPlainNode } from "../test/packaging/plain-node.ts";

const folder = await mkdtemp(join(tmpdir(), "pi-tool-recovery-verify-"));
try {
  const { name, paths, bytes } = await pack(repo, folder);
  const tarball = join(folder, name);
  console.log(`packed      ${name}: ${paths.length} files, ${Math.round(bytes / 1024)} kB`);
  await tryInPi(tarball);
  console.log("pi install  a broken call ran as meant");
  await tryInEmptyFolder(tarball);
  console.log("npm install the library face, the command line and the workers run in plain Node");
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryInPi(tarball: string): Promise<void> {
  await using server = await startModelServer([call("write", { filename: "a.txt", content: "x" }), say("Done.")]);
  await using workspace = await makeWorkspace(server.url);
  // Proxies and certificates of this machine, but not the settings of the npm that runs this script.
  const machine = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_"));
  const { PI_OFFLINE: _, ...own } = workspace.env;
  const env = { ...Object.fromEntries(machine), ...own };
  execFileSync(process.execPath, [piCli, "install", `npm:pi-tool-recovery@file:${tarball}`], {
    cwd: workspace.cwd,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const run = await runPiIn(workspace, server, { extensions: [] });
  if (run.files["a.txt"] !== "x") throw new Error(`The call did not run:\n${run.stdout}${run.stderr}`);
}

async function tryInEmptyFolder(tarball: string): Promise<void> {
  const empty = join(folder, "empty");
  await mkdir(empty);
  await writeFile(join(empty, "package.json"), "{}");
  await npm(["install", "--no-audit", "--no-fund", tarball], empty);
  await checkInPlainNode(empty);
  const help = await npm(["exec", "--offline", "--", "pi-tool-recovery", "--help"], empty);
  if (!help.startsWith("Usage: pi-tool-recovery")) throw new Error(`npx printed:\n${help}`);
}
