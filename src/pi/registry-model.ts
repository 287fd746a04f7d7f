import type { Api, AssistantMessage, Model, Tool } from "@earendil-works/pi-ai";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWER_NAME, type Answer, type Mode, type Question, type RecoveryModel } from "../recovery/port.ts";

/** A recovery model that pi knows: every provider, key and login of pi works. */
export function createRegistryModel(model: Model<Api>, registry: ExtensionContext["modelRegistry"]): RecoveryModel {
  let temperature = true;

  async function ask(question: Question): Promise<Answer> {
    const { system, turns, schema, mode, maxTokens, signal } = question;
    const timestamp = Date.now();
    const tool: Tool = { name: ANSWER_NAME, description: "The corrected call.", parameters: schema };
    const messages = turns.map(({ role, text }) =>
      role === "user" ? { role, content: text, timestamp } : said(text, model, timestamp),
    );
    try {
      const reply = await registry.complete(
        model,
        { systemPrompt: system, messages, ...(mode === "tool" ? { tools: [tool] } : {}) },
        {
          signal,
          maxTokens,
          maxRetries: 0,
          ...(temperature ? { temperature: 0 } : {}),
          ...constraint(model.api, question),
        },
      );
      if (reply.stopReason !== "error" && reply.stopReason !== "aborted")
        return { kind: "text", text: textOf(reply), usage: usageOf(reply) };
      const message = reply.errorMessage ?? "";
      if (temperature && /temperature/i.test(message) && !signal.aborted) {
        temperature = false;
        return await ask(question);
      }
      return explain(message, mode, signal);
    } catch (error) {
      return explain(error instanceof Error ? error.message : "", mode, signal);
    }
  }

  return {
    label: `${model.provider}/${model.id}`,
    key: `pi ${model.provider} ${model.id}`,
    modes: modesOf(model.api),
    ask,
  };
}

/** How an API constrains an answer; the adapters of pi differ in what they pass on. */
function modesOf(api: Api): readonly Mode[] {
  switch (api) {
    case "openai-completions":
      return ["schema", "guided", "json", "plain"];
    case "openai-responses":
    case "azure-openai-responses":
      return ["schema", "json", "plain"];
    case "anthropic-messages":
    case "bedrock-converse-stream":
    case "google-generative-ai":
    case "google-vertex":
    case "openai-codex-responses":
    case "mistral-conversations":
      return ["tool", "plain"];
    default:
      return ["plain"];
  }
}

function constraint(api: Api, { mode, schema }: Question): Readonly<Record<string, unknown>> {
  switch (mode) {
    case "plain":
      return {};
    case "tool":
      return { toolChoice: forced(api) };
    case "schema": {
      const format = { name: ANSWER_NAME, schema, strict: false };
      return api === "openai-completions"
        ? { samplingParams: { response_format: { type: "json_schema", json_schema: format } } }
        : { samplingParams: { text: { format: { type: "json_schema", ...format } } } };
    }
    case "guided":
      return { samplingParams: { response_format: { type: "json_object", schema } } };
    case "json":
      return api === "openai-completions"
        ? { samplingParams: { response_format: { type: "json_object" } } }
        : { samplingParams: { text: { format: { type: "json_object" } } } };
    default:
      return mode satisfies never;
  }
}

function forced(api: Api): unknown {
  switch (api) {
    case "anthropic-messages":
    case "bedrock-converse-stream":
      return { type: "tool", name: ANSWER_NAME };
    case "openai-codex-responses":
      return "required";
    default:
      return "any";
  }
}

/** An earlier answer of the model, as its own message. */
function said(text: string, { api, provider, id }: Model<Api>, timestamp: number): AssistantMessage {
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: free };
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api,
    provider,
    model: id,
    usage,
    stopReason: "stop",
    timestamp,
  };
}

/** The arguments of the forced tool, else the text; thinking is left out. */
function textOf({ content }: AssistantMessage): string {
  const used = content.find((part) => part.type === "toolCall");
  if (used !== undefined) {
    // Text that is no JSON object follows the parser's message.
    return "argumentsError" in used && typeof used.argumentsError === "string"
      ? used.argumentsError
      : JSON.stringify(used.arguments);
  }
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function usageOf({ usage }: AssistantMessage): Extract<Answer, { kind: "text" }>["usage"] {
  return {
    inputTokens: usage.input + usage.cacheRead + usage.cacheWrite,
    outputTokens: usage.output,
    cost: usage.cost.total,
  };
}

function explain(message: string, mode: Mode, signal: AbortSignal): Answer {
  if (signal.aborted) return { kind: "failed", reason: "it did not answer in time" };
  const status = /\b([45]\d\d)\b/.exec(message)?.[1];
  const aboutFormat =
    /response_format|json_schema|tool_choice|toolChoice|grammar|\bschema\b|text\.format|invalid_request/i.test(message);
  if (
    mode !== "plain" &&
    (/^(?:400|415|422|501)$/.test(status ?? "") || (aboutFormat && !/^(?:401|403|404|429)$/.test(status ?? "")))
  ) {
    return {
      kind: "mode-refused",
      reason: status === undefined ? "that it does not know the format" : `HTTP ${status}`,
    };
  }
  return { kind: "failed", reason: status === undefined ? "it cannot be reached" : `it answered HTTP ${status}` };
}
