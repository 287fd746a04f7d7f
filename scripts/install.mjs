// Installs the locked dependencies when they are missing, so that `npm run demo` and `npm test` work on a fresh clone.
// Plain JavaScript without imports from the project: it runs on whatever Node the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const installed = new URL("../node_modules/.package-lock.json", import.meta.url);
const wanted = new URL("../package-lock.json", import.meta.url);

if (!isCurrent()) {
  console.error("Installing dependencies (npm ci), about half a minute …");
  // `npm_execpath` is the npm that runs this script; on Windows `npm` alone is not an executable.
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ["npm", ["ci"]] : [process.execPath, [npm, "ci"]];
  const { status } = spawnSync(command, [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Whether every package of the lock file is installed in its locked version, as npm's own hidden lock file records. */
function isCurrent() {
  if (!existsSync(installed)) return false;
  const have = JSON.parse(readFileSync(installed, "utf8")).packages;
  const want = JSON.parse(readFileSync(wanted, "utf8")).packages;
  return Object.entries(want).every(
    ([path, { version, optional }]) => path === "" || optional === true || have[path]?.version === version,
  );
}
