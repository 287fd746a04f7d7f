import { join } from "node:path";
import { ended, start } from "./child.ts";
import { type ModelServer, type RecordedRequest, type Script, startModelServer } from "./model-server.ts";
import type { ShapeName } from "./shape.ts";
import {
  type Files,
  makeWorkspace,
  parseLines,
  piCli,
  providerOf,
  repo,
  type SessionLine,
  type Workspace,
  type WorkspaceOptions,
} from "./workspace.ts";

export interface PiOptions extends WorkspaceOptions {
  readonly script: Script;
  /** What the main model's API speaks. Default: completions. */
  readonly shape?: ShapeName;
  /** `main` (default), or `thinker`, which reasons. */
  readonly model?: string;
  /** Added to the command line, before the prompt. */
  readonly args?: readonly string[];
  /** Entry files of the extensions to load. Default: this one. */
  readonly extensions?: readonly string[];
}

export interface RunOptions extends PiOptions {
  /** One prompt, or several sent one after the other. */
  readonly prompt?: string | readonly string[];
  readonly mode?: "print" | "json";
  readonly stdin?: string;
  /** Milliseconds until the process is killed. */
  readonly timeoutMs?: number;
}

export interface Run {
  /** `null` when it had to be killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The records on stdout in `json` mode. */
  readonly events: readonly SessionLine[];
  readonly files: Files;
  /** The lines of the newest session file. */
  readonly session: readonly SessionLine[];
  /** The messages in the newest session file. */
  readonly messages: readonly Message[];
  /** What the main model was asked. */
  readonly requests: readonly RecordedRequest[];
  readonly agentFile: (path: string) => string | undefined;
}

/** A message as it stands in the session file; only what tests look at. */
export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
  readonly [key: string]: unknown;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly arguments?: unknown;
  readonly [key: string]: unknown;
}

/** The entry file that pi loads. */
export const extension = join(repo, "src/index.ts");

/** One whole run of the real CLI against a scripted model, in a folder of its own that is gone afterwards. */
export async function runPi(options: RunOptions): Promise<Run> {
  await using server = await startModelServer(options.script);
  await using workspace = await makeWorkspace(server.url, options);
  return await runPiIn(workspace, server, options);
}

/** A run inside an existing workspace, for sessions that go on: pass `args: ["-c"]`. Requests are those of this run. */
export async function runPiIn(
  workspace: Workspace,
  server: ModelServer,
  options: Omit<RunOptions, "script" | keyof WorkspaceOptions>,
): Promise<Run> {
  const before = server.requests.length;
  const prompts = typeof options.prompt === "string" ? [options.prompt] : (options.prompt ?? ["Go."]);
  const mode = options.mode === "json" ? ["--mode", "json"] : ["-p"];
  const child = start(process.execPath, [piCli, ...piArgs(options), ...mode, ...prompts], {
    cwd: workspace.cwd,
    env: workspace.env,
    stdio: "pipe",
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk) => stdout.push(chunk));
  child.stderr?.on("data", (chunk) => stderr.push(chunk));
  child.stdin?.end(options.stdin ?? "");
  const exitCode = await ended(child, options.timeoutMs ?? 90_000);
  const out = Buffer.concat(stdout).toString("utf8");
  const session = (await workspace.sessions()).at(-1) ?? [];
  const agentFiles = await workspace.agentFiles();
  return {
    exitCode,
    stdout: out,
    stderr: Buffer.concat(stderr).toString("utf8"),
    events: options.mode === "json" ? parseLines(out) : [],
    files: await workspace.files(),
    session,
    messages: messagesIn(session),
    requests: server.requests.slice(before),
    agentFile: (path) => (Object.hasOwn(agentFiles, path) ? agentFiles[path] : undefined),
  };
}

/** The command line up to the mode and the prompt: extensions and model. */
export function piArgs({
  shape = "completions",
  model = "main",
  args = [],
  extensions = [extension],
}: {
  readonly shape?: ShapeName;
  readonly model?: string;
  readonly args?: readonly string[];
  readonly extensions?: readonly string[];
}): readonly string[] {
  return [...extensions.flatMap((path) => ["-e", path]), "--model", `${providerOf(shape)}/${model}`, ...args];
}

/** The messages among the lines of a session file. */
export function messagesIn(session: readonly SessionLine[]): readonly Message[] {
  return session.flatMap((line) => (line.type === "message" ? [line.message as Message] : []));
}

/** The tool results in a list of messages: which tool, whether it failed, and its text. */
export function resultsOf(messages: readonly Message[]): readonly ToolResult[] {
  return messages.flatMap((message) =>
    message.role !== "toolResult"
      ? []
      : [{ tool: String(message.toolName), failed: message.isError === true, text: textOf(message) }],
  );
}

export interface ToolResult {
  readonly tool: string;
  readonly failed: boolean;
  readonly text: string;
}

/** The tool calls in a list of messages, in order. */
export function callsOf(
  messages: readonly Message[],
): readonly { readonly name: string; readonly arguments: unknown }[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== "assistant" || typeof content === "string") return [];
    return content.flatMap((block) =>
      block.type === "toolCall" ? [{ name: String(block.name), arguments: block.arguments }] : [],
    );
  });
}

/** The visible text of a message. */
export function textOf({ content }: Message): string {
  return typeof content === "string" ? content : content.map((block) => block.text ?? "").join("\n");
}
