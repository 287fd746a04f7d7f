import type {
  ExtensionContext,
  SessionEntry,
  ToolCallEventResult,
  TurnEndEvent,
} from "@earendil-works/pi-coding-agent";
import type { FailureCount } from "../failures/memory.ts";
import type { FailureRecord } from "../failures/record.ts";
import type { App, Feature } from "./app.ts";
import type { Seen } from "./attempts.ts";
import type { FailureWatch } from "./failure-watch.ts";
import type { HealthPart } from "./health-sources.ts";
import { load } from "./load.ts";
import { resultText } from "./tool-result.ts";

/** What is known of the running session. The watch exists once a call has failed on the current branch. */
interface Run {
  watch: Promise<FailureWatch> | undefined;
  /** The calls of the running message, by id. */
  readonly seen: Map<string, Seen>;
  /** Texts that extensions put in as if the user had written them. */
  readonly injected: Set<string>;
  stops: number;
}

const MAX_INJECTED = 16;

/** Refuses exact repeats of calls that failed, until something has changed, and ends runs that do nothing else. */
export const rememberFailures: Feature = (app) => {
  const session = app.perSession(createRun);
  const watching = () => app.judging() && app.settings().failureMemory !== "off";
  const tools = () => [...app.tools().keys()];
  const watch = async (branch: readonly SessionEntry[]): Promise<FailureWatch> => {
    const { createFailureWatch } = await load(() => import("./failure-watch.ts"));
    return createFailureWatch(branch, tools, app.failed.publish);
  };
  app.addHealth(async () => healthPart((await session().watch)?.memory.counts() ?? []));

  const restore = async (ctx: ExtensionContext) => {
    const branch = ctx.sessionManager.getBranch();
    session().watch = branch.some(isFailure) ? watch(branch) : undefined;
    await session().watch;
  };
  app.onSession(restore);
  app.on("session_tree", (_event, ctx) => restore(ctx));

  app.on("input", ({ text, source }) => {
    const { injected } = session();
    if (source === "extension" && injected.size < MAX_INJECTED) injected.add(text);
  });
  app.on("message_start", ({ message }) => {
    if (message.role !== "user") return undefined;
    const text = typeof message.content === "string" ? message.content : resultText(message);
    return session().injected.delete(text) ? undefined : advance(session());
  });
  app.on("user_bash", () => advance(session()));
  app.on("tool_execution_start", ({ toolCallId, args, parentToolCallId }) => {
    if (parentToolCallId !== undefined || !watching()) return;
    session().seen.set(toolCallId, { args: JSON.stringify(args ?? {}), gated: false, ran: false });
  });
  app.on("tool_call", ({ toolCallId, toolName }) => {
    const call = session().seen.get(toolCallId);
    if (call === undefined) return undefined;
    call.gated = true;
    if (!app.active() || !watching()) return undefined;
    return session().watch?.then((watched) => refusal(watched, toolName, call));
  });
  app.on("tool_result", ({ toolCallId }) => {
    const call = session().seen.get(toolCallId);
    if (call !== undefined) call.ran = true;
  });
  app.on("tool_execution_end", ({ isError }) => (isError ? undefined : advance(session())));

  app.on("turn_end", async (event, ctx) => {
    const run = session();
    const seen = new Map(run.seen);
    run.seen.clear();
    if (!watching()) return undefined;
    if (run.watch === undefined) {
      if (!event.toolResults.some(({ isError }) => isError)) return undefined;
      run.watch = watch(past(ctx.sessionManager.getBranch(), event));
    }
    const watched = await run.watch;
    const edits = watched.settle(event, seen);
    if (!app.active()) return undefined;
    stopWhenStuck(app, run, watched, ctx);
    if (edits.length === 0 || app.settings().failureMemory !== "full") return undefined;
    return { entries: [...event.entries, ...edits] };
  });
};

function createRun(): Run {
  return { watch: undefined, seen: new Map(), injected: new Set(), stops: 0 };
}

/** The branch before the message of this turn. */
function past(branch: readonly SessionEntry[], { messageEntryId }: TurnEndEvent): readonly SessionEntry[] {
  const at = branch.findIndex(({ id }) => id === messageEntryId);
  return at === -1 ? branch : branch.slice(0, at);
}

function isFailure(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "toolResult" && entry.message.isError;
}

async function advance(run: Run): Promise<void> {
  (await run.watch)?.memory.advance();
}

function refusal(watch: FailureWatch, tool: string, call: Seen): ToolCallEventResult | undefined {
  const reason = watch.refuse(tool, call.args, Date.now());
  return reason === undefined ? undefined : { block: true, reason };
}

/** Ends a run in which the model only repeats a call that is refused. */
function stopWhenStuck(app: App, run: Run, { memory }: FailureWatch, ctx: ExtensionContext): void {
  const { maxRepeats } = app.settings();
  const stuck = memory.stuck();
  if (maxRepeats === 0 || stuck === undefined || stuck.times < maxRepeats) return;
  memory.advance();
  ctx.abort();
  app.reportOnce(`stuck:${run.stops++}`, stopMessage(stuck.times, stuck.record), "error");
}

function stopMessage(times: number, { tool, operation, failure_code, diagnostic }: FailureRecord): string {
  const why = diagnostic === undefined ? failure_code : `${failure_code}: ${diagnostic}`;
  return (
    `stopped the run, because the model repeated the same failing call ${times} times after it was refused.\n` +
    `${tool} ${operation}\n${why}\nTell the model what to do instead. "maxRepeats" in the settings sets the limit.`
  );
}

function healthPart(counts: readonly FailureCount[]): HealthPart {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  return {
    key: "failures",
    title: "Failed calls in this session",
    rows: sorted.map(({ phase, code, count }) => ({
      label: `${phase} ${code}`,
      value: String(count),
      share: count / total,
    })),
    data: sorted.map(({ phase, code, count }) => ({ phase, code, count })),
  };
}
