import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type PiOptions, piArgs } from "./run-pi.ts";
import { piCli, type Workspace, type WorkspaceOptions } from "./workspace.ts";

const run = promisify(execFile);

export interface Terminal extends AsyncDisposable {
  /** The visible screen as text, one line a row, trailing blanks cut. */
  screen(): Promise<string>;
  /** The visible screen with its colours as escape sequences. */
  colours(): Promise<string>;
  /** The screen with the lines that scrolled away. */
  history(): Promise<string>;
  /** Types text as it is, without Enter. */
  type(text: string): Promise<void>;
  /** Pastes a line and presses Enter. What is pasted opens no list of completions, which would take the Enter. */
  enter(line: string): Promise<void>;
  /** Presses keys by their tmux names: `Enter`, `Escape`, `Up`, `C-o`, `C-c`, `BSpace`. */
  press(...keys: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Waits until the screen, drawn to its end, holds the text or matches. Fails with the screen after `timeoutMs`. @returns The screen. */
  waitFor(wanted: string | RegExp, timeoutMs?: number): Promise<string>;
  /** Waits until the screen no longer holds the text. */
  waitGone(unwanted: string | RegExp, timeoutMs?: number): Promise<string>;
}

/** Whether terminal tests can run on this machine: `test.runIf(hasTmux)(…)`. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A busy machine takes its time. */
const STARTUP_MS = 60_000;
const WAIT_MS = 30_000;

/** Starts the real CLI interactively in a tmux server of its own and waits for its first screen. */
export async function startTerminal(
  workspace: Workspace,
  {
    width = 100,
    height = 40,
    tmuxConfig = "/dev/null",
    ...options
  }: Omit<PiOptions, "script" | keyof WorkspaceOptions> & {
    readonly width?: number;
    readonly height?: number;
    /** A configuration file for tmux. Default: none. */
    readonly tmuxConfig?: string;
  } = {},
): Promise<Terminal> {
  const socket = join(workspace.root, "tmux");
  const tmux = async (...args: readonly string[]) =>
    (await run("tmux", ["-S", socket, ...args], { env: workspace.env, cwd: workspace.cwd })).stdout;
  const ready = join(workspace.root, "ready");
  const signal = join(workspace.root, "signal-ready.mjs");
  await rm(ready, { force: true });
  await writeFile(signal, signalSource(ready));
  const command = [process.execPath, piCli, ...piArgs(options), "-e", signal].map(quote).join(" ");
  await tmux("-f", tmuxConfig, "new-session", "-d", "-s", "pi", "-x", `${width}`, "-y", `${height}`, `exec ${command}`);
  // Without this tmux waits half a second after Escape for the rest of a key sequence.
  await tmux("set-option", "-s", "escape-time", "0");
  const pid = Number(await tmux("display-message", "-p", "-t", "pi", "#{pane_pid}"));

  const screen = () => tmux("capture-pane", "-p", "-t", "pi");
  const until = async (holds: (text: string) => boolean, wanted: string, timeoutMs: number): Promise<string> => {
    let text = "";
    for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(20)) {
      text = await screen();
      if (!holds(text)) continue;
      const whole = await settled(text, screen);
      if (holds(whole)) return whole;
    }
    throw new Error(`${wanted}\n${text}`);
  };
  const terminal: Terminal = {
    screen,
    colours: () => tmux("capture-pane", "-e", "-N", "-p", "-t", "pi"),
    history: () => tmux("capture-pane", "-p", "-S", "-", "-t", "pi"),
    type: async (text) => void (await tmux("send-keys", "-t", "pi", "-l", "--", text)),
    async enter(line) {
      await tmux("set-buffer", "--", line);
      await tmux("paste-buffer", "-p", "-d", "-t", "pi");
      await tmux("send-keys", "-t", "pi", "Enter");
    },
    press: async (...keys) => void (await tmux("send-keys", "-t", "pi", ...keys)),
    resize: async (w, h) => void (await tmux("resize-window", "-t", "pi", "-x", `${w}`, "-y", `${h}`)),
    waitFor: (wanted, timeoutMs = WAIT_MS) =>
      until((text) => matches(text, wanted), `The screen never showed ${wanted}:`, timeoutMs),
    waitGone: (unwanted, timeoutMs = WAIT_MS) =>
      until((text) => !matches(text, unwanted), `The screen still shows ${unwanted}:`, timeoutMs),
    async [Symbol.asyncDispose]() {
      await tmux("kill-server").catch(() => undefined);
      await gone(pid);
    },
  };
  try {
    await until((text) => text.includes("/200k") && existsSync(ready), "Startup never ended:", STARTUP_MS);
  } catch (error) {
    await terminal[Symbol.asyncDispose]();
    throw error;
  }
  return terminal;
}

/** An extension that says when the session has begun. Before that, Enter does not send what was typed. */
function signalSource(ready: string): string {
  return `
    import { writeFileSync } from "node:fs";
    export default (pi) => pi.on("session_start", () => writeFileSync(${JSON.stringify(ready)}, ""));
  `;
}

/** A screen may be read while it is drawn: it counts when it is the same twice, or moves all the time. */
async function settled(first: string, screen: () => Promise<string>): Promise<string> {
  let text = first;
  for (let looks = 0; looks < 5; looks++) {
    await delay(20);
    const next = await screen();
    if (next === text) return text;
    text = next;
  }
  return text;
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Waits for a process to end; after two seconds it is killed. */
async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await delay(20);
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
