import type { Tool, ToolCall } from "../core/call.ts";
import type { LiveRecord } from "./live-record.ts";

/** Where a message stands: who wrote it, when, and with which tools. */
export interface MessageSetting {
  /** `provider/model`. */
  readonly model: string;
  /** Day of the message in ISO 8601, `""` when the file does not say. */
  readonly day: string;
  /** The tools that were declared to the model at that moment; undefined for files that do not record them. */
  readonly tools: ReadonlyMap<string, Tool> | undefined;
}

/** A call as a session file recorded it, with what became of it then. */
export interface RecordedCall extends MessageSetting {
  /** The tool as the host looked it up: another than that of `call` where an extension corrected the name. */
  readonly tool: string;
  /** As the model emitted it: the original arguments, also where the host or an extension changed them later. */
  readonly call: ToolCall;
  readonly result: RecordedResult;
  /** Whether the model wrote it into its text, and this extension made a call of it. */
  readonly fromText: boolean;
  /** Set when the original is not in the file as a whole: what this extension made of it in the session. */
  readonly lost: LiveRecord | undefined;
}

/**
 * `mended`: an extension changed the call before the host checked it. `failed-validation` and `unknown-tool`: the host or
 * this extension refused it. `none`: the file holds no result.
 */
export type RecordedResult = "ran" | "mended" | "failed-validation" | "unknown-tool" | "none";

/** The calls of one assistant message. */
export interface RecordedTurn {
  readonly calls: readonly RecordedCall[];
  /** Tokens of the model's next answer of the same run; undefined when none followed. */
  readonly answerTokens: number | undefined;
}

/** The text of an assistant message without calls. */
export interface RecordedText extends MessageSetting {
  readonly text: string;
  readonly stopReason: string;
  /** Texts of others that it may quote. */
  readonly quoted: readonly string[];
}
