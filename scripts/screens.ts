/**
 * Takes the pictures of the README in a real terminal (tmux) and writes them to `docs/screens`.
 *
 *     node scripts/screens.ts
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repo } from "../test/e2e/rig/index.ts";
import { COLUMNS, playScenes } from "./screens/scenes.ts";
import { toSvg } from "./screens/to-svg.ts";

const terminals = {
  dark: { colour: "#d4d4d4", background: "#16181d" },
  light: { colour: "#24292f", background: "#ffffff" },
} as const;

const folder = join(repo, "docs/screens");
await mkdir(folder, { recursive: true });
for (const theme of ["dark", "light"] as const) {
  for (const { name, title, lines } of await playScenes(theme)) {
    await writeFile(join(folder, `${name}-${theme}.svg`), toSvg(lines, COLUMNS, title, terminals[theme]));
  }
}
