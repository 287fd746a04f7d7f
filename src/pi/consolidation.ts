import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { SessionBoundaryDraft } from "@earendil-works/pi-coding-agent";
import type { TakenResult } from "./failure-watch.ts";

/**
 * Replaces the bulk of failed calls by their records, in what the model sees; the session file keeps the originals.
 *
 * A message that only states the failure goes at once, before the model is asked again, so no cached prefix is lost. A
 * program's output is what the model has to read: it stays until the same call runs again or is refused.
 */
export interface Consolidation {
  /** Remembers the calls of a message of the past. */
  note(results: readonly TakenResult[]): void;
  /** The entry is replaced already. */
  forget(entryId: string): void;
  /** The edits that are due at the end of this message. */
  settle(results: readonly TakenResult[], message: MessageEntry): readonly SessionBoundaryDraft[];
}

interface MessageEntry {
  readonly message: AssistantMessage;
  readonly entryId: string;
}

/** Characters from which on a text is worth an edit. */
const BULK = 2048;
const OPERATIONS = 256;

export function createConsolidation(): Consolidation {
  /** Output that still stands, by operation: entry id and the record that replaces it. */
  const standing = new Map<string, readonly Edit[]>();

  function add(key: string, edit: Edit): void {
    standing.set(key, [...(standing.get(key) ?? []), edit]);
    const [oldest] = standing.keys();
    if (standing.size > OPERATIONS && oldest !== undefined) standing.delete(oldest);
  }

  function take(results: readonly TakenResult[]): readonly Edit[] {
    const due = [...new Set(results.map(({ settled }) => settled.key))].flatMap((key) => {
      const edits = standing.get(key) ?? [];
      standing.delete(key);
      return edits;
    });
    for (const { settled, entryId, size, text } of results) {
      if (settled.kind !== "failed" || size <= BULK) continue;
      if (settled.output) add(settled.key, { entryId, text });
      else due.push({ entryId, text });
    }
    return due;
  }

  return {
    note: (results) => void take(results),
    forget(entryId) {
      for (const [key, edits] of standing) {
        standing.set(
          key,
          edits.filter((edit) => edit.entryId !== entryId),
        );
      }
    },
    settle(results, entry) {
      return [...take(results).map(replace), ...dropRepeats(results, entry)];
    },
  };
}

interface Edit {
  readonly entryId: string;
  readonly text: string;
}

function replace({ entryId, text }: Edit): SessionBoundaryDraft {
  return { type: "context_edit", targetId: entryId, replacement: { content: [{ type: "text", text }] } };
}

/**
 * A large message all of whose calls were refused repeats says nothing new: it goes as a whole, with its results, and
 * the records take its place. Dropping only one half would leave a call without a result.
 */
function dropRepeats(
  results: readonly TakenResult[],
  { message, entryId }: MessageEntry,
): readonly SessionBoundaryDraft[] {
  const calls = message.content.filter((block) => block.type === "toolCall");
  const repeats = results.filter(({ settled }) => settled.kind === "refused" && settled.record !== undefined);
  if (repeats.length === 0 || repeats.length !== calls.length) return [];
  if (JSON.stringify(calls.map((call) => call.arguments)).length <= BULK) return [];
  const texts = new Set(repeats.map(({ text }) => text));
  return [
    ...[entryId, ...repeats.map((repeat) => repeat.entryId)].map(drop),
    { type: "custom_message", customType: "tool-recovery-failure", content: [...texts].join("\n"), display: false },
  ];
}

function drop(targetId: string): SessionBoundaryDraft {
  return { type: "context_edit", targetId, replacement: null };
}
