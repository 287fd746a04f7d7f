import { execFile } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs npm with the Node that runs this, wherever npm itself lives. @returns Its stdout. @throws When npm fails. */
export async function npm(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const entry = process.env.npm_execpath;
  const [command, before] = entry === undefined ? ["npm", []] : [process.execPath, [entry]];
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // A parent npm's settings (its prefix, its dry run) must not reach this one.
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_"));
  const { stdout } = await execute(command, [...before, ...args], {
    cwd,
    env: { ...Object.fromEntries(own), PATH: path, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Packs the checkout. @returns The tarball's file name and the paths in it. */
export async function pack(checkout: string, into: string, flags: readonly string[] = []): Promise<Tarball> {
  const out = await npm(["pack", "--json", "--pack-destination", into, ...flags], checkout);
  // The output of scripts may come first.
  const listed: unknown = JSON.parse(out.slice(out.search(/^[[{]$/m)));
  // npm 11 lists tarballs in an array, npm 12 by package name.
  const [tarball] = Object.values(listed as Record<string, PackedTarball>);
  if (tarball === undefined) throw new Error(`npm pack printed no tarball:\n${out}`);
  return { name: tarball.filename, paths: tarball.files.map(({ path }) => path), bytes: tarball.size };
}

export interface Tarball {
  readonly name: string;
  readonly paths: readonly string[];
  readonly bytes: number;
}

interface PackedTarball {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
