import type { Endpoint } from "../clients/endpoint.ts";
import type { Settings } from "./settings.ts";

/** Who is asked about what the rules refuse. */
export type Target =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint }
  | { readonly kind: "model"; readonly provider: string; readonly id: string }
  | { readonly kind: "none"; readonly why: string };

/** First match first: the endpoint of the environment, the one of an older settings file, the chosen model. */
export function targetOf({ endpoint, model }: Settings, env: NodeJS.ProcessEnv): Target {
  const baseUrl = env.TOOLRECOVERY_BASE_URL?.trim();
  if (baseUrl) {
    if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
      return { kind: "none", why: "TOOLRECOVERY_BASE_URL must be an http or https address" };
    }
    const api = env.TOOLRECOVERY_API?.trim().toLowerCase() || "openai";
    if (api !== "openai" && api !== "anthropic") {
      return { kind: "none", why: 'TOOLRECOVERY_API must be "openai" or "anthropic"' };
    }
    const apiKey = env.TOOLRECOVERY_API_KEY?.trim() || undefined;
    const modelId = env.TOOLRECOVERY_MODEL_ID?.trim() || "recovery";
    return { kind: "endpoint", endpoint: { api, baseUrl, apiKey, modelId } };
  }
  if (endpoint !== null) {
    const { apiKey, modelId } = endpoint;
    return {
      kind: "endpoint",
      endpoint: {
        api: "openai",
        baseUrl: endpoint.baseUrl,
        apiKey: apiKey ?? undefined,
        modelId: modelId ?? "recovery",
      },
    };
  }
  return model === null ? { kind: "none", why: "no recovery model is set" } : { kind: "model", ...model };
}
