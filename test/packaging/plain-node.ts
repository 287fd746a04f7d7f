import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * What an installed package must do in plain Node, from a folder with nothing but `node_modules`: in the Node that runs
 * this, and in those of the machine from version 20 on. Throws when it does not.
 */
export async function checkInPlainNode(folder: string): Promise<void> {
  const script = join(folder, "check.mjs");
  await writeFile(script, checkSource);
  for (const node of [process.execPath, ...(await machineNodes())]) await execute(node, [script], { cwd: folder });
}

/** The first Node on the path that no package brought along, if it is new enough. */
async function machineNodes(): Promise<readonly string[]> {
  const places = (process.env.PATH ?? "").split(delimiter).filter((place) => !place.includes("node_modules"));
  const node = places.map((place) => join(place, "node")).find((path) => existsSync(path));
  if (node === undefined) return [];
  const { stdout } = await execute(node, ["-p", "process.versions.node"]);
  return Number.parseInt(stdout, 10) >= 20 ? [node] : [];
}

const checkSource = `
  import assert from "node:assert/strict";
  import { execFileSync } from "node:child_process";
  import { readdirSync } from "node:fs";
  import { dirname, join } from "node:path";
  import { fileURLToPath, pathToFileURL } from "node:url";
  import { Worker } from "node:worker_threads";

  const { repairToolCall, findCallsInText } = await import("pi-tool-recovery/lib");
  const tools = [{
    name: "write",
    description: "",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  }];
  const call = { name: "write", arguments: { file_path: "a.txt" } };
  const outcome = repairToolCall({ call, tools });
  assert.equal(outcome.kind, "repaired");
  assert.deepEqual(outcome.call.arguments, { path: "a.txt" });
  assert.equal(typeof findCallsInText, "function");

  const root = dirname(fileURLToPath(import.meta.resolve("pi-tool-recovery/package.json")));
  const help = execFileSync(process.execPath, [join(root, "dist/cli.js"), "--help"], { encoding: "utf8" });
  assert.match(help, /^Usage: pi-tool-recovery/);

  const workers = readdirSync(join(root, "dist"), { recursive: true }).filter((name) => /worker\\.js$/.test(name));
  assert.notEqual(workers.length, 0);
  for (const name of workers) {
    const worker = new Worker(pathToFileURL(join(root, "dist", name)));
    await new Promise((online, failed) => worker.once("online", online).once("error", failed));
    await worker.terminate();
  }
`;
