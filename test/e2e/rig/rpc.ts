import { setTimeout as delay } from "node:timers/promises";
import { ended, kill, start } from "./child.ts";
import { type PiOptions, piArgs } from "./run-pi.ts";
import { parseLines, piCli, type SessionLine, type Workspace, type WorkspaceOptions } from "./workspace.ts";

/** A record from pi: a response, a session event or an extension's UI request. */
type RpcRecord = SessionLine;

export interface Rpc extends AsyncDisposable {
  /** Every record so far, in order. */
  readonly records: readonly RpcRecord[];
  /** What pi wrote to stderr so far. */
  stderr(): string;
  /** Sends a command and waits for its response. */
  send(command: { readonly type: string; readonly [key: string]: unknown }): Promise<RpcRecord>;
  /** Sends a record that gets no response, such as `extension_ui_response`. */
  post(record: { readonly type: string; readonly [key: string]: unknown }): void;
  /** The first record from now on (or from `since`, a length of `records`) that fits. Fails after `timeoutMs`. */
  waitFor(fits: string | ((record: RpcRecord) => boolean), options?: WaitOptions): Promise<RpcRecord>;
  /** Sends a prompt and waits until the agent has settled. @returns The records from the prompt on. */
  prompt(message: string): Promise<readonly RpcRecord[]>;
}

interface WaitOptions {
  readonly since?: number;
  readonly timeoutMs?: number;
}

/** Starts the real CLI in RPC mode inside a workspace. */
export async function startRpc(
  workspace: Workspace,
  options: Omit<PiOptions, "script" | keyof WorkspaceOptions> = {},
): Promise<Rpc> {
  const child = start(process.execPath, [piCli, ...piArgs(options), "--mode", "rpc"], {
    cwd: workspace.cwd,
    env: workspace.env,
    stdio: "pipe",
  });
  const records: RpcRecord[] = [];
  let rest = "";
  let complaints = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    records.push(...parseLines(lines.join("\n")));
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    complaints += chunk;
  });

  const post: Rpc["post"] = (record) => void child.stdin?.write(`${JSON.stringify(record)}\n`);
  const waitFor: Rpc["waitFor"] = async (fits, { since = records.length, timeoutMs = 60_000 } = {}) => {
    const wanted = typeof fits === "string" ? (record: RpcRecord) => record.type === fits : fits;
    for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(5)) {
      const found = records.slice(since).find(wanted);
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
    }
    throw new Error(`No such record from pi: ${fits}\n${summary(records.slice(since))}\n${complaints}`);
  };
  let serial = 0;
  const send: Rpc["send"] = async (command) => {
    const id = `rig-${serial++}`;
    const since = records.length;
    post({ ...command, id });
    return waitFor((record) => record.type === "response" && record.id === id, { since });
  };
  return {
    records,
    stderr: () => complaints,
    send,
    post,
    waitFor,
    async prompt(message) {
      const since = records.length;
      const response = await send({ type: "prompt", message });
      const { disposition } = (response.data ?? {}) as { disposition?: string };
      if (disposition !== "handled") await waitFor("agent_settled", { since });
      return records.slice(since);
    },
    async [Symbol.asyncDispose]() {
      child.stdin?.end();
      if ((await ended(child, 3000)) === null) kill(child, "SIGKILL");
    },
  };
}

function summary(records: readonly RpcRecord[]): string {
  return records.map((record) => JSON.stringify(record).slice(0, 200)).join("\n");
}
