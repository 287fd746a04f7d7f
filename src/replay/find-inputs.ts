import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** A file to replay and its size in bytes on disk. */
export interface Input {
  readonly path: string;
  readonly bytes: number;
}

const ENDINGS = [".jsonl", ".jsonl.gz"];

/** Their size in total, for progress. */
export function totalBytes(inputs: readonly Input[]): number {
  return inputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * The files behind paths, sorted by name: a file stands for itself, a folder for every `.jsonl` and `.jsonl.gz` below it.
 * A file that two paths lead to counts once.
 * @throws When a path does not exist.
 */
export function findInputs(paths: readonly string[]): readonly Input[] {
  const files = new Map<string, Input>();
  for (const path of paths) {
    for (const file of statSync(path).isDirectory() ? filesBelow(path) : [path]) {
      files.set(resolve(file), { path: file, bytes: statSync(file).size });
    }
  }
  return [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Links to files are followed, links to folders are not: they may lead in circles. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelowIfReadable(path);
    if (!ENDINGS.some((ending) => entry.name.endsWith(ending))) return [];
    const isFile = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false })?.isFile() : entry.isFile();
    return isFile === true ? [path] : [];
  });
}

/** A folder that cannot be read stands for itself, so that the report names it. */
function filesBelowIfReadable(folder: string): readonly string[] {
  try {
    return filesBelow(folder);
  } catch {
    return [folder];
  }
}

/** One part of a division into `count` parts. */
export interface Shard {
  /** 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** The inputs of one shard: every file belongs to exactly one, whatever machine asks. */
export function inputsOfShard(inputs: readonly Input[], { index, count }: Shard): readonly Input[] {
  return inputs.filter((_, at) => at % count === index - 1);
}
