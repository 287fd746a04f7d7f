import { event, listIn, pieces, type Shape, stopOf, type Traffic, textOf } from "./shape.ts";
import type { Part, Reply } from "./turn.ts";

/** OpenAI chat completions. */
export const completions: Shape = {
  name: "completions",
  serves: (path) => path.endsWith("/chat/completions"),

  stream(reply, model, serial) {
    const chunk = (delta: unknown, finish: string | null = null) =>
      event({
        id: `chatcmpl-${serial}`,
        object: "chat.completion.chunk",
        created: 0,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return [
      chunk({ role: "assistant", content: "" }),
      ...textDeltas(reply).map((delta) => chunk(delta)),
      ...callDeltas(reply, serial).map((delta) => chunk(delta)),
      chunk({}, finishReason(reply)),
      event({
        id: `chatcmpl-${serial}`,
        object: "chat.completion.chunk",
        created: 0,
        model,
        choices: [],
        usage: usageOf(reply),
      }),
      "data: [DONE]\n\n",
    ];
  },

  whole(reply, model, serial) {
    const calls = callsOf(reply, serial).map(({ id, part }) => ({
      id,
      type: "function",
      function: { name: part.name, arguments: part.arguments },
    }));
    const text = reply.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    const message = { role: "assistant", content: text || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
    return {
      id: `chatcmpl-${serial}`,
      object: "chat.completion",
      created: 0,
      model,
      choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
      usage: usageOf(reply),
    };
  },

  read(body) {
    return listIn(body, "messages").flatMap((message): Traffic[] => {
      if (message.role === "tool") {
        return [{ kind: "result", id: String(message.tool_call_id), text: textOf(message.content) }];
      }
      return listIn(message, "tool_calls").map((item) => {
        const called = item.function as { name: string; arguments: string };
        return { kind: "call", id: String(item.id), name: called.name, text: called.arguments };
      });
    });
  },
};

type Call = Extract<Part, { type: "call" }>;

function callsOf(reply: Reply, serial: number): readonly { readonly id: string; readonly part: Call }[] {
  const calls = reply.parts.filter((part) => part.type === "call");
  return calls.map((part, at) => ({ id: part.id ?? `call_${serial}_${at}`, part }));
}

function textDeltas(reply: Reply): readonly unknown[] {
  return reply.parts.flatMap((part) => {
    if (part.type === "call") return [];
    return pieces(part.text).map((text) => (part.type === "text" ? { content: text } : { reasoning_content: text }));
  });
}

function callDeltas(reply: Reply, serial: number): readonly unknown[] {
  return callsOf(reply, serial).flatMap(({ id, part }, index) => [
    { tool_calls: [{ index, id, type: "function", function: { name: part.name, arguments: "" } }] },
    ...pieces(part.arguments).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
  ]);
}

function finishReason(reply: Reply): string {
  const stop = stopOf(reply);
  return stop === "tools" ? "tool_calls" : stop;
}

function usageOf({ usage }: Reply) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };
}
