import type { AssistantMessage, ToolResultMessage } from "@earendil-works/pi-ai";
import type { Attempt } from "../failures/attempt.ts";
import { NOTE_PREFIX } from "../memory/note.ts";
import { callsIn } from "./calls.ts";
import { resultText } from "./tool-result.ts";

/** What the events of a running message tell about a call beyond its messages. */
export interface Seen {
  /** The JSON text of the arguments when the call began: a tool's own shim may change them in place later. */
  readonly args: string;
  /** Whether the call came past the gate. */
  gated: boolean;
  /** Whether the tool was run. */
  ran: boolean;
}

/** The finished calls of a message with their results; none of a message whose calls were cut off. */
export function attemptsOf(
  message: AssistantMessage,
  results: readonly ToolResultMessage[],
  seen: ReadonlyMap<string, Seen>,
): readonly { readonly attempt: Attempt; readonly result: ToolResultMessage }[] {
  const calls = new Map(callsIn(message).map((call) => [call.id, call]));
  return results.flatMap((result) => {
    const call = calls.get(result.toolCallId);
    if (call === undefined) return [];
    const { argumentsError } = call;
    const known = seen.get(call.id);
    const malformed = argumentsError !== undefined && Object.keys(call.arguments).length === 0;
    const exitCode = exitCodeIn(result.details);
    const attempt: Attempt = {
      tool: call.name,
      arguments: malformed ? argumentsError : (known?.args ?? JSON.stringify(call.arguments)),
      malformed,
      failed: result.isError,
      text: resultText(withoutNotes(result)),
      ...(exitCode === undefined ? {} : { exitCode }),
      // Past the gate, and yet the tool was never run: a later hook said no.
      blocked: known?.gated === true && !known.ran,
      at: result.timestamp,
    };
    return [{ attempt, result }];
  });
}

/** The result as the tool gave it. */
function withoutNotes(result: ToolResultMessage): ToolResultMessage {
  const isNote = (part: ToolResultMessage["content"][number]) =>
    part.type === "text" && part.text.startsWith(NOTE_PREFIX);
  return result.content.some(isNote) ? { ...result, content: result.content.filter((part) => !isNote(part)) } : result;
}

function exitCodeIn(details: unknown): number | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  const code = "exitCode" in details ? details.exitCode : "exit_code" in details ? details.exit_code : undefined;
  return typeof code === "number" ? code : undefined;
}
