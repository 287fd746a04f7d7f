import { event, listIn, pieces, type Shape, stopOf, type Traffic, textOf } from "./shape.ts";
import type { Part, Reply } from "./turn.ts";

/** OpenAI responses. */
export const responses: Shape = {
  name: "responses",
  serves: (path) => path.endsWith("/responses"),

  stream(reply, model, serial) {
    let sequence = 0;
    const send = (type: string, data: object) => event({ type, sequence_number: sequence++, ...data }, type);
    const created = send("response.created", {
      response: { ...head(model, serial), status: "in_progress", output: [] },
    });
    const items = reply.parts.flatMap((part, at) => {
      const item = itemOf(part, serial, at);
      return [
        send("response.output_item.added", { output_index: at, item: { ...item, ...emptied(part) } }),
        ...deltas(part, at, item.id).map(([type, data]) => send(type, data)),
        send("response.output_item.done", { output_index: at, item }),
      ];
    });
    const last = finished(reply) ? "response.completed" : "response.incomplete";
    return [created, ...items, send(last, { response: responses.whole(reply, model, serial) })];
  },

  whole(reply, model, serial) {
    return {
      ...head(model, serial),
      status: finished(reply) ? "completed" : "incomplete",
      incomplete_details: finished(reply) ? null : { reason: "max_output_tokens" },
      output: reply.parts.map((part, at) => itemOf(part, serial, at)),
      usage: {
        input_tokens: reply.usage.input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: reply.usage.output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: reply.usage.input + reply.usage.output,
      },
    };
  },

  read(body) {
    return listIn(body, "input").flatMap((item): Traffic[] => {
      const id = String(item.call_id);
      if (item.type === "function_call") {
        return [{ kind: "call", id, name: String(item.name), text: String(item.arguments) }];
      }
      return item.type === "function_call_output" ? [{ kind: "result", id, text: textOf(item.output) }] : [];
    });
  },
};

function head(model: string, serial: number) {
  return { id: `resp_${serial}`, object: "response", created_at: 0, model };
}

function finished(reply: Reply): boolean {
  return stopOf(reply) !== "length";
}

function itemOf(part: Part, serial: number, at: number) {
  const status = "completed";
  switch (part.type) {
    case "text": {
      const content = [{ type: "output_text", text: part.text, annotations: [] }];
      return { type: "message", id: `msg_${serial}_${at}`, role: "assistant", status, content };
    }
    case "thinking": {
      const summary = [{ type: "summary_text", text: part.text }];
      return { type: "reasoning", id: `rs_${serial}_${at}`, summary, encrypted_content: `sealed-${serial}-${at}` };
    }
    case "call": {
      const id = `fc_${serial}_${at}`;
      const callId = part.id ?? `call_${serial}_${at}`;
      return { type: "function_call", id, call_id: callId, name: part.name, arguments: part.arguments, status };
    }
    default:
      return part satisfies never;
  }
}

function emptied(part: Part): object {
  switch (part.type) {
    case "text":
      return { content: [], status: "in_progress" };
    case "thinking":
      return { summary: [] };
    case "call":
      return { arguments: "", status: "in_progress" };
    default:
      return part satisfies never;
  }
}

function deltas(part: Part, at: number, id: string): readonly (readonly [string, object])[] {
  const place = { output_index: at, item_id: id };
  switch (part.type) {
    case "text":
      return pieces(part.text).map((delta) => ["response.output_text.delta", { ...place, content_index: 0, delta }]);
    case "thinking":
      return pieces(part.text).map((delta) => [
        "response.reasoning_summary_text.delta",
        { ...place, summary_index: 0, delta },
      ]);
    case "call":
      return [
        ...pieces(part.arguments).map(
          (delta) => ["response.function_call_arguments.delta", { ...place, delta }] as const,
        ),
        ["response.function_call_arguments.done", { ...place, arguments: part.arguments }],
      ];
    default:
      return part satisfies never;
  }
}
