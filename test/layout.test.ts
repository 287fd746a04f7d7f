import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../src");
const HOST = [
  "@earendil-works/pi-coding-agent",
  "@earendil-works/pi-agent-core",
  "@earendil-works/pi-ai",
  "@mariozechner/pi-tui",
];

/** Who may import whom. `node` stands for Node's own modules; a package is named as itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  core: ["@earendil-works/pi-schema"],
  rules: ["core", "jsonrepair"],
  grammar: ["core"],
  recovery: ["core"],
  clients: ["recovery", "openai", "@anthropic-ai/sdk"],
  memory: ["core", "node"],
  failures: ["core"],
  protocol: ["core", "grammar"],
  replay: ["core", "rules", "grammar", "memory", "node"],
  cli: ["replay", "lib.ts", "core", "node"],
  pi: [
    "core",
    "rules",
    "grammar",
    "recovery",
    "clients",
    "memory",
    "failures",
    "protocol",
    "replay",
    "cli",
    "node",
    ...HOST,
  ],
  "index.ts": ["pi", ...HOST],
  "lib.ts": ["core", "rules", "grammar"],
  "cli.ts": ["cli", "node"],
};

test.each(sources())("%s imports only what its room may", (file) => {
  const room = roomOf(join(src, file));
  const foreign = importsIn(join(src, file)).filter((name) => name !== room && !rooms[room]?.includes(name));
  expect(foreign).toEqual([]);
});

function sources(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}

function importsIn(file: string): string[] {
  const names = readFileSync(file, "utf8").matchAll(IMPORT);
  return [...names].map(([, name = ""]) => {
    if (name.startsWith(".")) return roomOf(resolve(dirname(file), name));
    if (name.startsWith("node:")) return "node";
    return name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/");
  });
}

/** `import … from "x"`, `export … from "x"` and `import "x"` at the start of a line, `import("x")` and its types anywhere. */
const IMPORT = /(?:^(?:import|export)\b(?:[^"';]*\bfrom)?\s*|\bimport\()"([^"]+)"/gm;

function roomOf(path: string): string {
  return relative(src, path).split("/")[0] ?? "";
}
