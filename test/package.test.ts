import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { call, makeWorkspace, repo, runPiIn, say, startModelServer } from "./e2e/rig/index.ts";
import { piCli } from "./e2e/rig/workspace.ts";
import { pack, type Tarball } from "./packaging/npm.ts";
import { checkInPlainNode } from "./packaging/plain-node.ts";

let folder: string;
let tarball: Tarball;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pi-tool-recovery-pack-"));
  // `npm test` has built dist/ already; building here would pull it from under the workers of other tests.
  tarball = await pack(repo, folder, ["--ignore-scripts"]);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("the tarball holds only what a user needs", () => {
  const wanted = [
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
    /^src\/.+\.ts$/,
    /^dist\/.+\.(js|d\.ts)$/,
    /^docs\/.+\.(md|svg)$/,
    /^schema\/.+\.json$/,
  ];
  expect(tarball.paths.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(tarball.paths).toEqual(
    expect.arrayContaining(["src/index.ts", "dist/lib.js", "dist/lib.d.ts", "dist/cli.js", "LICENSE", "README.md"]),
  );
  expect(tarball.paths.filter((path) => /\.test\.|fixtures/.test(path))).toEqual([]);
});

test("packages of the host are optional peers, and only used packages are dependencies", () => {
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual([
    "@anthropic-ai/sdk",
    "@earendil-works/pi-schema",
    "jsonrepair",
    "openai",
  ]);
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta).toMatchObject({ [name]: { optional: true } });
    expect(manifest.dependencies).not.toHaveProperty([name]);
  }
});

test("the unpacked package works in plain Node and inside pi", async () => {
  const root = await unpack();
  await checkInPlainNode(folder);
  await expectInstalled(root);
});

test("a checkout can be installed as it is", async () => {
  await expectInstalled(repo);
});

/** Puts the package under `node_modules` with its dependencies, as npm would. */
async function unpack(): Promise<string> {
  const root = join(folder, "node_modules", manifest.name);
  await mkdir(root, { recursive: true });
  // Named relative to the folder: GNU tar takes a drive letter for a host name.
  execFileSync("tar", ["-xzf", tarball.name, "-C", root, "--strip-components=1"], { cwd: folder });
  await mkdir(join(folder, "node_modules/@earendil-works"));
  await mkdir(join(folder, "node_modules/@anthropic-ai"));
  for (const name of Object.keys(manifest.dependencies)) {
    await symlink(join(repo, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  return root;
}

/** Installs a folder with `pi install` and expects a broken call to run as meant without `-e`. */
async function expectInstalled(root: string): Promise<void> {
  await using server = await startModelServer([call("write", { filename: "a.txt", content: "x" }), say("Done.")]);
  await using workspace = await makeWorkspace(server.url);
  execFileSync(process.execPath, [piCli, "install", root], { cwd: workspace.cwd, env: workspace.env, stdio: "pipe" });
  const run = await runPiIn(workspace, server, { extensions: [] });
  expect(run).toMatchObject({ exitCode: 0, stderr: "", files: { "a.txt": "x" } });
}
