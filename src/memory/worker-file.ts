import { existsSync } from "node:fs";

/**
 * The file a worker thread of a room runs: what was built of it, since Node refuses TypeScript below `node_modules`,
 * where the agent loads the rest as TypeScript; in a checkout that was never built, the source.
 * @param from `import.meta.url` of a file in the room's folder.
 */
export function workerFile(room: string, name: string, from: string): URL {
  if (!from.endsWith(".ts")) return new URL(`./${name}.js`, from);
  const built = new URL(`../../dist/${room}/${name}.js`, from);
  return existsSync(built) ? built : new URL(`./${name}.ts`, from);
}
