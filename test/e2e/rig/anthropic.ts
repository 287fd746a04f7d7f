import { event, listIn, pieces, type Shape, stopOf, type Traffic, textOf } from "./shape.ts";
import type { Part, Reply } from "./turn.ts";

/** Anthropic messages. */
export const anthropic: Shape = {
  name: "anthropic",
  serves: (path) => path.endsWith("/messages"),

  stream(reply, model, serial) {
    const send = (type: string, data: object) => event({ type, ...data }, type);
    const start = { ...head(model, serial), content: [], stop_reason: null, stop_sequence: null };
    const usage = { input_tokens: reply.usage.input, output_tokens: 0 };
    return [
      send("message_start", { message: { ...start, usage } }),
      ...reply.parts.flatMap((part, index) => [
        send("content_block_start", { index, content_block: opened(part, serial, index) }),
        ...deltas(part).map((delta) => send("content_block_delta", { index, delta })),
        send("content_block_stop", { index }),
      ]),
      send("message_delta", {
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: reply.usage.output },
      }),
      send("message_stop", {}),
    ];
  },

  /** Argument text that is not JSON has no whole form in this format; it is sent as a string. */
  whole(reply, model, serial) {
    return {
      ...head(model, serial),
      content: reply.parts.map((part, index) => closed(part, serial, index)),
      stop_reason: stopReason(reply),
      stop_sequence: null,
      usage: { input_tokens: reply.usage.input, output_tokens: reply.usage.output },
    };
  },

  read(body) {
    return listIn(body, "messages").flatMap((message) =>
      listIn(message, "content").flatMap((block): Traffic[] => {
        if (block.type === "tool_use") {
          const text = JSON.stringify(block.input);
          return [{ kind: "call", id: String(block.id), name: String(block.name), text }];
        }
        if (block.type !== "tool_result") return [];
        return [{ kind: "result", id: String(block.tool_use_id), text: textOf(block.content) }];
      }),
    );
  },
};

function head(model: string, serial: number) {
  return { id: `msg_${serial}`, type: "message", role: "assistant", model };
}

function stopReason(reply: Reply): string {
  return { stop: "end_turn", tools: "tool_use", length: "max_tokens" }[stopOf(reply)];
}

function opened(part: Part, serial: number, index: number): object {
  switch (part.type) {
    case "text":
      return { type: "text", text: "" };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "call":
      return { type: "tool_use", id: part.id ?? `toolu_${serial}_${index}`, name: part.name, input: {} };
    default:
      return part satisfies never;
  }
}

function closed(part: Part, serial: number, index: number): object {
  switch (part.type) {
    case "text":
      return part;
    case "thinking":
      return { type: "thinking", thinking: part.text, signature: "c2lnbmF0dXJl" };
    case "call":
      return { ...opened(part, serial, index), input: parsed(part.arguments) };
    default:
      return part satisfies never;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function deltas(part: Part): readonly object[] {
  switch (part.type) {
    case "text":
      return pieces(part.text).map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        ...pieces(part.text).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: "c2lnbmF0dXJl" },
      ];
    case "call":
      return pieces(part.arguments).map((text) => ({ type: "input_json_delta", partial_json: text }));
    default:
      return part satisfies never;
  }
}
