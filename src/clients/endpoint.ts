/** A recovery endpoint that is asked directly. */
export interface Endpoint {
  readonly api: "openai" | "anthropic";
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly modelId: string;
}

/** `host/model`: never a key, a user or a query. */
export function labelOf({ baseUrl, modelId }: Endpoint): string {
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).host : "endpoint"}/${modelId}`;
}

export function keyOf({ api, baseUrl, modelId }: Endpoint): string {
  return `${api} ${URL.canParse(baseUrl) ? new URL(baseUrl).origin + new URL(baseUrl).pathname : ""} ${modelId}`;
}

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i;

/** Whether a key would travel in the clear to another machine. */
export function exposesKey({ baseUrl, apiKey }: Endpoint): boolean {
  if (apiKey === undefined || !URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !LOOPBACK.test(hostname);
}
