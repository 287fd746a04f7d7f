import type { Tool, ToolCall } from "../core/call.ts";
import { isObject, type JsonObject } from "../core/json.ts";

/** A call as a session file recorded it, with what the host made of it. */
export interface RecordedCall {
  /** `provider/model`. */
  readonly model: string;
  /** ISO 8601 day of the message, `""` when the file does not say. */
  readonly day: string;
  /** As the model emitted it: the original arguments, also where the host or an extension changed them later. */
  readonly call: ToolCall;
  /** The tools that were declared to the model at that moment; undefined for files that do not record them. */
  readonly tools: ReadonlyMap<string, Tool> | undefined;
  readonly result: "ran" | "failed-validation" | "unknown-tool" | "none";
}

/** The calls of one assistant message, and the tokens of the model's next answer, which a repair would have saved. */
export interface RecordedTurn {
  readonly calls: readonly RecordedCall[];
  readonly nextTokens: number;
}

/**
 * Reads the entries of one session file in order and hands out each assistant message with its calls once its results
 * are known. Reads any version: calls are found by their blocks, results by their call ids.
 */
export function createSessionReader(onTurn: (turn: RecordedTurn) => void): {
  read(entry: JsonObject): void;
  end(): void;
} {
  let tools: Map<string, Tool> | undefined;
  let open: OpenTurn | undefined;

  const close = (nextTokens: number) => {
    if (open !== undefined && open.calls.length > 0) onTurn({ calls: open.calls.map(settle), nextTokens });
    open = undefined;
  };
  const readSystem = (message: JsonObject) => {
    // Copied before it changes: calls of earlier turns keep the tools of their time.
    tools = new Map(tools);
    for (const removed of list(message.toolsRemoved)) if (isObject(removed)) tools.delete(String(removed.name));
    for (const added of list(message.toolsAdded)) {
      const tool = readTool(added);
      if (tool !== undefined) tools.set(tool.name, tool);
    }
  };
  return {
    read(entry) {
      if (entry.type === "compaction" && isObject(entry.systemMessage)) {
        tools = new Map();
        readSystem(entry.systemMessage);
        return;
      }
      const message = entry.message;
      if (entry.type === "custom" && isObject(entry.data)) return readOriginal(open, entry.data);
      if (entry.type !== "message" || !isObject(message)) return;
      if (message.role === "system") readSystem(message);
      if (message.role === "assistant") {
        close(tokensOf(message));
        open = readAssistant(message, dayOf(entry, message), tools);
      }
      if (message.role === "toolResult") readResult(open, message);
    },
    end: () => close(0),
  };
}

interface OpenCall {
  readonly model: string;
  readonly day: string;
  readonly tools: ReadonlyMap<string, Tool> | undefined;
  call: ToolCall;
  result: RecordedCall["result"];
}

interface OpenTurn {
  readonly calls: readonly OpenCall[];
}

function settle(open: OpenCall): RecordedCall {
  return { model: open.model, day: open.day, call: open.call, tools: open.tools, result: open.result };
}

function readAssistant(message: JsonObject, day: string, tools: ReadonlyMap<string, Tool> | undefined): OpenTurn {
  // A message that was cut off or failed never ran its calls, whatever they look like.
  const complete = !["length", "error", "aborted"].includes(String(message.stopReason));
  const blocks = complete ? list(message.content).filter(isObject) : [];
  const calls = blocks.filter((block) => block.type === "toolCall" && typeof block.name === "string");
  const model = `${message.provider ?? "?"}/${message.model ?? "?"}`;
  return { calls: calls.map((block) => ({ model, day, tools, call: readCall(block), result: "none" as const })) };
}

function readCall(block: JsonObject): ToolCall {
  const raw = block.rawArguments ?? block.arguments;
  return {
    id: String(block.id ?? ""),
    name: String(block.name),
    ...(typeof raw === "string" ? malformed(raw) : { arguments: isObject(raw) ? raw : {} }),
    ...(typeof block.argumentsError === "string" ? { argumentsError: block.argumentsError } : {}),
  };
}

function malformed(raw: string): Pick<ToolCall, "arguments" | "argumentsError"> {
  return { arguments: {}, argumentsError: `Not a JSON object\n\nReceived arguments:\n${raw}` };
}

/** The words the host writes into the result of a call it would not run. */
const VALIDATION = /^Validation failed for tool "/;
const INVALID = /^Invalid arguments for tool "[^"]*": /;
const UNKNOWN = /^Tool .{1,256} not found/;
const RECEIVED = "Received arguments:\n";

function readResult(open: OpenTurn | undefined, message: JsonObject): void {
  const target = open?.calls.find(({ call }) => call.id === message.toolCallId && call.id !== "");
  if (target === undefined) return;
  const text = textOf(message);
  if (message.isError !== true) target.result = "ran";
  else if (UNKNOWN.test(text)) target.result = "unknown-tool";
  else if (VALIDATION.test(text)) {
    target.result = "failed-validation";
    const received = parseObject(text.slice(text.indexOf(RECEIVED) + RECEIVED.length));
    if (received !== undefined) target.call = { ...target.call, arguments: received };
  } else if (INVALID.test(text)) {
    target.result = "failed-validation";
    if (target.call.argumentsError === undefined && text.includes(RECEIVED)) {
      target.call = { ...target.call, argumentsError: text.replace(INVALID, "") };
    }
  } else target.result = "ran";
  restoreRaw(target, message.rawArguments ?? (isObject(message.details) ? message.details.rawArguments : undefined));
}

/** Extensions that change a call may keep the original in an entry of their own: `{ toolCallId, rawArguments }`. */
function readOriginal(open: OpenTurn | undefined, data: JsonObject): void {
  const target = open?.calls.find(({ call }) => call.id === data.toolCallId && call.id !== "");
  if (target !== undefined) restoreRaw(target, data.rawArguments);
}

function restoreRaw(target: OpenCall, raw: unknown): void {
  if (typeof raw === "string") target.call = { ...target.call, ...malformed(raw) };
  else if (isObject(raw)) target.call = { id: target.call.id ?? "", name: target.call.name, arguments: raw };
}

function readTool(value: unknown): Tool | undefined {
  if (!isObject(value) || typeof value.name !== "string" || !isObject(value.parameters)) return undefined;
  return { name: value.name, description: String(value.description ?? ""), parameters: value.parameters };
}

function textOf(message: JsonObject): string {
  if (typeof message.content === "string") return message.content;
  const texts = list(message.content).map((block) =>
    isObject(block) && typeof block.text === "string" ? block.text : "",
  );
  return texts.join("");
}

function tokensOf(message: JsonObject): number {
  const usage = message.usage;
  if (!isObject(usage)) return 0;
  if (typeof usage.totalTokens === "number") return usage.totalTokens;
  const parts = [usage.input, usage.output, usage.cacheRead, usage.cacheWrite];
  return parts.reduce<number>((sum, part) => sum + (typeof part === "number" ? part : 0), 0);
}

function dayOf(entry: JsonObject, message: JsonObject): string {
  if (typeof entry.timestamp === "string") return entry.timestamp.slice(0, 10);
  if (typeof message.timestamp === "number") return new Date(message.timestamp).toISOString().slice(0, 10);
  return "";
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
