import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();

// A test run that is cut short leaves no process behind.
process.on("exit", () => {
  for (const child of running) kill(child, "SIGKILL");
});

/** A process with its own group, so that what it started ends with it. */
export function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
  running.add(child);
  child.once("close", () => {
    running.delete(child);
    kill(child, "SIGKILL");
  });
  return child;
}

/** Waits for the end of a process, killing it after `timeoutMs`. @returns Its exit code, `null` when it was killed. */
export async function ended(child: ChildProcess, timeoutMs: number): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const timer = setTimeout(() => kill(child, "SIGKILL"), timeoutMs);
  try {
    const [code] = await once(child, "close");
    return code;
  } finally {
    clearTimeout(timer);
  }
}

/** Signals a process and everything it started. */
export function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
