import type { AssistantMessage, ToolResultMessage } from "@earendil-works/pi-ai";
import type { SessionBoundaryDraft, SessionEntry, TurnEndEvent } from "@earendil-works/pi-coding-agent";
import type { Phase } from "../failures/cause.ts";
import { createFailureMemory, type FailureMemory, type Settled } from "../failures/memory.ts";
import { renderRecord } from "../failures/record.ts";
import { attemptsOf, type Seen } from "./attempts.ts";
import { createConsolidation } from "./consolidation.ts";
import { resultText } from "./tool-result.ts";

/** The failures of the session on its current branch. */
export interface FailureWatch {
  readonly memory: FailureMemory;
  /** What the model reads instead of a call that may not run; `undefined` when it may. */
  refuse(tool: string, args: string, now: number): string | undefined;
  /**
   * Takes in a finished message.
   * @returns What replaces bulk of failed calls that the model no longer needs; empty most of the time.
   */
  settle(turn: TurnEndEvent, seen: ReadonlyMap<string, Seen>): readonly SessionBoundaryDraft[];
}

const UNSEEN: ReadonlyMap<string, Seen> = new Map();

/**
 * @param branch The entries from the root to the current leaf.
 * @param tools The names of the active tools, asked when needed.
 * @param onFailed Told of each call that ran and failed from now on.
 */
export function createFailureWatch(
  branch: readonly SessionEntry[],
  tools: () => readonly string[],
  onFailed: (failed: FailedExecution) => void,
): FailureWatch {
  const memory = createFailureMemory();
  const consolidation = createConsolidation();
  const setting = () => ({ tools: tools() });

  const take = (
    message: AssistantMessage,
    results: readonly { readonly message: ToolResultMessage; readonly entryId: string }[],
    seen: ReadonlyMap<string, Seen>,
  ) => {
    const ids = new Map(results.map(({ message: { toolCallId }, entryId }) => [toolCallId, entryId]));
    const found = attemptsOf(
      message,
      results.map((result) => result.message),
      seen,
    );
    const settled = memory.settle(
      found.map(({ attempt }) => attempt),
      setting(),
    );
    return settled.map((one, at) =>
      toResult(one, ids.get(found[at]?.result.toolCallId ?? "") ?? "", found[at]?.result),
    );
  };

  replay(branch, memory, (message, results) => consolidation.note(take(message, results, UNSEEN)));
  for (const entry of branch) if (entry.type === "context_edit") consolidation.forget(entry.targetId);

  return {
    memory,
    refuse(tool, args, now) {
      const admission = memory.decide(tool, args, now);
      return admission.kind === "admit" ? undefined : renderRecord(admission.record);
    },
    settle({ message, messageEntryId, toolResults, toolResultEntryIds }, seen) {
      if (message.role !== "assistant") return [];
      // pi leaves out the id of a result it could not find again; then none can be told.
      const complete = toolResultEntryIds.length === toolResults.length;
      const results = toolResults.map((result, at) => ({
        message: result,
        entryId: complete ? (toolResultEntryIds[at] ?? "") : "",
      }));
      const taken = take(message, results, seen);
      for (const { settled } of taken) {
        if (settled.kind !== "failed" || settled.record.state !== "failed") continue;
        const { tool, phase, failure_code: code } = settled.record;
        onFailed({ provider: message.provider, model: message.model, tool, phase, code });
      }
      return complete ? consolidation.settle(taken, { message, entryId: messageEntryId }) : [];
    },
  };
}

/** A call that ran and failed: how far it came, and the code of the cause. Holds no text of it. */
export interface FailedExecution {
  readonly provider: string;
  readonly model: string;
  readonly tool: string;
  readonly phase: Phase;
  readonly code: string;
}

/** A settled call with where its result stands and how much it holds. */
export interface TakenResult {
  readonly settled: Settled;
  readonly entryId: string;
  readonly size: number;
  readonly text: string;
}

function toResult(settled: Settled, entryId: string, result: ToolResultMessage | undefined): TakenResult {
  const record = settled.kind === "succeeded" ? undefined : settled.record;
  return {
    settled,
    entryId,
    size: result === undefined ? 0 : resultText(result).length,
    text: record === undefined ? "" : renderRecord(record),
  };
}

/** Walks a branch message by message, the way it was lived. */
function replay(
  branch: readonly SessionEntry[],
  memory: FailureMemory,
  take: (
    message: AssistantMessage,
    results: readonly { readonly message: ToolResultMessage; readonly entryId: string }[],
  ) => void,
): void {
  let open: AssistantMessage | undefined;
  let results: { readonly message: ToolResultMessage; readonly entryId: string }[] = [];
  const close = () => {
    if (open !== undefined && results.length > 0) take(open, results);
    open = undefined;
    results = [];
  };
  for (const entry of branch) {
    if (entry.type !== "message") continue;
    const { message } = entry;
    if (message.role === "toolResult") {
      results.push({ message, entryId: entry.id });
      continue;
    }
    close();
    if (message.role === "assistant") open = message;
    else if (isUserTurn(message.role)) memory.advance();
  }
  close();
}

/** Whether a message of this role is the user's doing. */
export function isUserTurn(role: string): boolean {
  return role === "user" || role === "bashExecution";
}
