import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  call,
  makeWorkspace,
  type ScriptedTurn,
  say,
  startModelServer,
  startTerminal,
  type Terminal,
} from "../../test/e2e/rig/index.ts";
import { type Run, readAnsi } from "./read-ansi.ts";

export const COLUMNS = 84;
const ROWS = 70;

/** A picture for the README: its name and the lines of the screen, with their colours. */
export interface Scene {
  readonly name: "row" | "last" | "log" | "health";
  readonly title: string;
  readonly lines: readonly (readonly Run[])[];
}

const slips: readonly ScriptedTurn[] = [
  ["ls", "ls src", "wc -l src/limits.ts"].map((command) => call("bash", { command })),
  [1, 2, 3].map((line) => call("read", { file_path: "src/limits.ts", limit: line })),
  call("edit", {
    path: "src/limits.ts",
    edits: '[{"oldText": "const MAX = 10;", "newText": "const MAX = 20;"},]',
  }),
  call("write", "{'path': 'NOTES.md', 'content': 'MAX is 20 now.\\n',}"),
  call("bash", { command: ["cat", "src/limits.ts"], timeout: "10" }),
  call("write", { path: "TODO.md" }),
  say("MAX is 20 now, and NOTES.md says so."),
];

/** Plays one session in a real terminal and takes its pictures. */
export async function playScenes(theme: "dark" | "light"): Promise<readonly Scene[]> {
  await using server = await startModelServer(slips);
  await using workspace = await makeWorkspace(server.url, {
    agentFiles: { "settings.json": JSON.stringify({ theme }) },
    env: { COLORTERM: "truecolor", TZ: "UTC" },
  });
  const cwd = join(workspace.root, "home", "limits");
  await mkdir(join(cwd, "src"), { recursive: true });
  await writeFile(join(cwd, "src/limits.ts"), "const MAX = 10;\n");
  const tmuxConfig = join(workspace.root, "tmux.conf");
  await writeFile(tmuxConfig, "set -g extended-keys on\n");
  await using terminal = await startTerminal({ ...workspace, cwd }, { width: COLUMNS, height: ROWS, tmuxConfig });

  await terminal.type("Raise MAX to 20 and note it.");
  await terminal.press("Enter");
  await terminal.waitFor("says so.");
  await terminal.press("C-o");
  await terminal.waitFor("Tool output: expanded");
  await delay(500);
  const row = between(await terminal.colours(), /^ edit src/, /^ write TODO/);
  await terminal.press("C-o");
  await terminal.waitFor("Tool output: collapsed");
  return [
    { name: "row", title: "Expanded rows of repaired calls", lines: row },
    { name: "last", title: "/toolrecovery last", lines: await panelOf(terminal, "/toolrecovery last", "Last repair") },
    { name: "log", title: "/toolrecovery log", lines: await panelOf(terminal, "/toolrecovery log", "Tool calls") },
    { name: "health", title: "/toolhealth", lines: await panelOf(terminal, "/toolhealth", "Tool health") },
  ];
}

async function panelOf(terminal: Terminal, command: string, title: string): Promise<Scene["lines"]> {
  await terminal.type(command);
  await terminal.waitFor(command);
  await delay(400);
  await terminal.press("Escape");
  await terminal.press("Enter");
  await terminal.waitFor(`─ ${title}`);
  await delay(200);
  const screen = between(await terminal.colours(), /╭─/, /╰─/, true);
  await terminal.press("Escape");
  await terminal.waitGone(`─ ${title}`);
  return screen;
}

/** The lines from one that matches `first` up to the next that matches `last`, without blank ones at the end. */
function between(screen: string, first: RegExp, last: RegExp, inclusive = false): readonly (readonly Run[])[] {
  const lines = readAnsi(screen);
  const plain = lines.map((runs) => runs.map(({ text }) => text).join(""));
  const from = plain.findIndex((text) => first.test(text));
  const to = plain.findIndex((text, at) => at > from && last.test(text)) + (inclusive ? 1 : 0);
  if (from === -1 || to <= from)
    throw new Error(`The screen has no lines from ${first} to ${last}:\n${plain.join("\n")}`);
  const end = plain.slice(0, to).findLastIndex((text) => text.trim() !== "") + 1;
  return lines.slice(from, end).map((runs) => runs.map((run) => ({ ...run, text: steady(run.text) })));
}

/** What changes from run to run, made the same in the same number of columns. */
function steady(text: string): string {
  return text
    .replace(/\d\d:\d\d:\d\d/g, "10:42:07")
    .replace(/127\.0\.0\.1:\d{5}/g, "127.0.0.1:11434")
    .replace(/Took \d\.\ds/g, "Took 0.1s");
}
