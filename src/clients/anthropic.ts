import Anthropic from "@anthropic-ai/sdk";
import { ANSWER_NAME, type Answer, MAX_REPLY_CHARACTERS, type Question, type RecoveryModel } from "../recovery/port.ts";
import { type Endpoint, keyOf, labelOf } from "./endpoint.ts";
import { explainError, refusedParameter } from "./explain-error.ts";
import { guardedFetch } from "./guarded-fetch.ts";

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** A recovery model behind an Anthropic-shaped endpoint or proxy. */
export function createAnthropicModel(endpoint: Endpoint): RecoveryModel {
  const { baseUrl, apiKey, modelId } = endpoint;
  const client = new Anthropic({
    baseURL: baseUrl.replace(/\/v1\/?$/, ""),
    // Given in any case, so that no key of the environment goes to an endpoint it is not for.
    apiKey: apiKey ?? "none",
    maxRetries: 0,
    logLevel: "off",
    fetch: guardedFetch(MAX_REPLY_CHARACTERS * 2),
    defaultHeaders: apiKey === undefined ? { Authorization: null, "X-Api-Key": null } : { "X-Api-Key": apiKey },
  });
  let temperature = true;

  async function ask(question: Question): Promise<Answer> {
    try {
      const reply = await client.messages.create(bodyFor(question, modelId, temperature), { signal: question.signal });
      return {
        kind: "text",
        text: textOf(reply.content ?? []),
        usage: {
          inputTokens: reply.usage?.input_tokens ?? 0,
          outputTokens: reply.usage?.output_tokens ?? 0,
          cost: 0,
        },
      };
    } catch (error) {
      if (temperature && refusedParameter(error) === "temperature" && !question.signal.aborted) {
        temperature = false;
        return ask(question);
      }
      return explainError(error, question.mode, question.signal);
    }
  }

  return { label: labelOf(endpoint), key: keyOf(endpoint), modes: ["tool", "plain"], ask };
}

function bodyFor({ system, turns, schema, mode, maxTokens }: Question, model: string, temperature: boolean): Body {
  const tool = {
    name: ANSWER_NAME,
    description: "The corrected call.",
    input_schema: { ...schema, type: "object" as const },
  };
  return {
    model,
    system,
    messages: turns.map(({ role, text }) => ({ role, content: text })),
    max_tokens: maxTokens,
    ...(temperature ? { temperature: 0 } : {}),
    ...(mode === "tool" ? { tools: [tool], tool_choice: { type: "tool", name: ANSWER_NAME } } : {}),
  };
}

/** The arguments of the forced tool, else the text; thinking is left out. */
function textOf(blocks: Anthropic.Message["content"]): string {
  const used = blocks.find((block) => block.type === "tool_use");
  if (used !== undefined) return JSON.stringify(used.input);
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
