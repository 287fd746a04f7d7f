import OpenAI from "openai";
import { ANSWER_NAME, type Answer, MAX_REPLY_CHARACTERS, type Question, type RecoveryModel } from "../recovery/port.ts";
import { type Endpoint, keyOf, labelOf } from "./endpoint.ts";
import { explainError, refusedParameter } from "./explain-error.ts";
import { guardedFetch } from "./guarded-fetch.ts";

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** A recovery model behind an OpenAI-compatible endpoint. */
export function createOpenAiModel(endpoint: Endpoint): RecoveryModel {
  const { baseUrl, apiKey, modelId } = endpoint;
  const client = new OpenAI({
    baseURL: withVersion(baseUrl),
    // Given in any case, so that no key, organisation or project of the environment goes to an endpoint it is not for.
    apiKey: apiKey ?? "none",
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetch: guardedFetch(MAX_REPLY_CHARACTERS * 2),
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  });
  /** Parameters this model refused; they are left out from then on. */
  const refused = new Set<"temperature" | "max_tokens">();

  async function ask(question: Question): Promise<Answer> {
    try {
      const reply = await client.chat.completions.create(bodyFor(question, modelId, refused), {
        signal: question.signal,
      });
      const text = reply.choices?.[0]?.message?.content;
      const { prompt_tokens = 0, completion_tokens = 0 } = reply.usage ?? {};
      return {
        kind: "text",
        text: typeof text === "string" ? text : "",
        usage: { inputTokens: prompt_tokens, outputTokens: completion_tokens, cost: 0 },
      };
    } catch (error) {
      const parameter = refusedParameter(error);
      if (parameter !== undefined && !refused.has(parameter) && !question.signal.aborted) {
        refused.add(parameter);
        return ask(question);
      }
      return explainError(error, question.mode, question.signal);
    }
  }

  return { label: labelOf(endpoint), key: keyOf(endpoint), modes: ["schema", "guided", "json", "plain"], ask };
}

function bodyFor(question: Question, model: string, refused: ReadonlySet<string>): Body {
  const { system, turns, maxTokens } = question;
  const format = formatFor(question);
  return {
    model,
    messages: [{ role: "system", content: system }, ...turns.map(({ role, text }) => ({ role, content: text }))],
    ...(refused.has("temperature") ? {} : { temperature: 0 }),
    ...(refused.has("max_tokens") ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(format === undefined ? {} : { response_format: format }),
  };
}

function formatFor({ mode, schema }: Question): Body["response_format"] {
  switch (mode) {
    case "schema":
      return { type: "json_schema", json_schema: { name: ANSWER_NAME, schema, strict: false } };
    case "guided": {
      // Servers built on llama.cpp take the schema beside the JSON mode; OpenAI's own types do not know it.
      const guided: { readonly type: "json_object"; readonly schema: Question["schema"] } = {
        type: "json_object",
        schema,
      };
      return guided;
    }
    case "json":
      return { type: "json_object" };
    case "tool":
    case "plain":
      return undefined;
    default:
      return mode satisfies never;
  }
}

/** Users give the address with or without `/v1`. */
function withVersion(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  if (url.pathname === "/") url.pathname = "/v1";
  return url.href;
}
