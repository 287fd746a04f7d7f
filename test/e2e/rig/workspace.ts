import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { ShapeName } from "./shape.ts";

/** The checkout. */
export const repo = resolve(import.meta.dirname, "../../..");

/** The real command line of the host. */
export const piCli = join(repo, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

/** File contents by path relative to the working folder. */
export type Files = Readonly<Record<string, string>>;

/** A line of a session file. */
export interface SessionLine {
  readonly type: string;
  readonly id?: string;
  readonly [key: string]: unknown;
}

/** Everything one or more runs of pi read and write, in one temporary folder. */
export interface Workspace extends AsyncDisposable {
  /** The folder that holds all others. */
  readonly root: string;
  /** The working folder of the agent. */
  readonly cwd: string;
  readonly agentDir: string;
  readonly sessionDir: string;
  /** The environment of the child: nothing of the caller's but the path and the terminal. */
  readonly env: Readonly<Record<string, string>>;
  /** The text files in the working folder now. */
  files(): Promise<Files>;
  /** The text files in the agent folder now. */
  agentFiles(): Promise<Files>;
  /** The lines of each session file, oldest session first. */
  sessions(): Promise<readonly (readonly SessionLine[])[]>;
}

export interface WorkspaceOptions {
  /** Put into the working folder before the first run. */
  readonly files?: Files;
  /** Put into the agent folder: `{ "settings.json": "…" }`. */
  readonly agentFiles?: Files;
  /** The content of `tool-recovery.json`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the child's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further entries under `providers` of `models.json`. */
  readonly providers?: Readonly<Record<string, unknown>>;
}

/** The name of the provider that speaks a shape in `models.json`; its models are `main` and, reasoning, `thinker`. */
export function providerOf(shape: ShapeName): string {
  return `mock-${shape}`;
}

/** @param modelUrl The scripted server's URL, the base of the three providers of `models.json`. */
export async function makeWorkspace(modelUrl: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), "pi-tool-recovery-"));
  const cwd = join(root, "work");
  const agentDir = join(root, "agent");
  const sessionDir = join(root, "sessions");
  await Promise.all([cwd, agentDir, sessionDir, join(root, "home")].map((path) => mkdir(path)));
  const models = { providers: { ...providers(modelUrl), ...options.providers } };
  await writeFiles(agentDir, {
    "models.json": JSON.stringify(models),
    ...(options.settings === undefined ? {} : { "tool-recovery.json": JSON.stringify(options.settings) }),
    ...options.agentFiles,
  });
  await writeFiles(cwd, options.files ?? {});
  return {
    root,
    cwd,
    agentDir,
    sessionDir,
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      TMPDIR: tmpdir(),
      HOME: join(root, "home"),
      PI_CODING_AGENT_DIR: agentDir,
      PI_CODING_AGENT_SESSION_DIR: sessionDir,
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
      PI_SKIP_VERSION_CHECK: "1",
      ...options.env,
    },
    files: () => readFiles(cwd),
    agentFiles: () => readFiles(agentDir),
    async sessions() {
      const found = Object.entries(await readFiles(sessionDir)).filter(([path]) => path.endsWith(".jsonl"));
      return found.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => parseLines(text));
    },
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function providers(url: string): Readonly<Record<string, unknown>> {
  const models = [
    { id: "main", contextWindow: 200_000, maxTokens: 8192 },
    { id: "thinker", contextWindow: 200_000, maxTokens: 8192, reasoning: true },
  ];
  return {
    [providerOf("completions")]: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "k", models },
    [providerOf("responses")]: { baseUrl: `${url}/v1`, api: "openai-responses", apiKey: "k", models },
    [providerOf("anthropic")]: { baseUrl: url, api: "anthropic-messages", apiKey: "k", models },
  };
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const),
  );
  return Object.fromEntries(texts);
}

/** The values of JSON lines; lines that are no JSON object are left out. */
export function parseLines(text: string): readonly SessionLine[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}
