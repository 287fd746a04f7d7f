import { describe, expect, test, vi } from "vitest";
import { createAnthropicModel } from "../../src/clients/anthropic.ts";
import { type Endpoint, exposesKey, labelOf } from "../../src/clients/endpoint.ts";
import { createOpenAiModel } from "../../src/clients/openai.ts";
import type { Answer, Mode, RecoveryModel } from "../../src/recovery/port.ts";
import {
  call,
  close,
  hang,
  raw,
  redirect,
  reply,
  type Script,
  say,
  startModelServer,
  status,
  think,
} from "../e2e/rig/index.ts";

const SHAPES = ["openai", "anthropic"] as const;
const schema = { type: "object", properties: { toolName: { enum: ["a"] } } };

function open(api: Endpoint["api"], baseUrl: string, apiKey: string | undefined = "secret-key"): RecoveryModel {
  const endpoint: Endpoint = { api, baseUrl, apiKey, modelId: "small" };
  return api === "openai" ? createOpenAiModel(endpoint) : createAnthropicModel(endpoint);
}

function ask(
  model: RecoveryModel,
  mode: Mode = "plain",
  signal: AbortSignal = AbortSignal.timeout(30_000),
): Promise<Answer> {
  return model.ask({ system: "sys", turns: [{ role: "user", text: "question" }], schema, mode, maxTokens: 50, signal });
}

async function askServer(api: Endpoint["api"], script: Script, mode: Mode = "plain") {
  await using server = await startModelServer(script);
  const answer = await ask(open(api, server.url), mode);
  return { answer, requests: server.requests };
}

describe.each(SHAPES)("%s", (api) => {
  test("asks and reads the answer with its tokens", async () => {
    const { answer, requests } = await askServer(api, [reply(say("hello"), { usage: { input: 70, output: 5 } })]);
    expect(answer).toEqual({ kind: "text", text: "hello", usage: { inputTokens: 70, outputTokens: 5, cost: 0 } });
    expect(requests[0]?.body).toMatchObject({ model: "small", max_tokens: 50, temperature: 0 });
    expect(requests[0]?.text).toContain("sys");
    expect(JSON.stringify(requests[0]?.headers)).toContain("secret-key");
  });

  test("without a key no key is sent, not even one of the environment", async () => {
    vi.stubEnv("OPENAI_API_KEY", "env-key");
    vi.stubEnv("ANTHROPIC_API_KEY", "env-key");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "env-key");
    vi.stubEnv("OPENAI_ORG_ID", "env-org");
    await using server = await startModelServer([say("x")]);
    const endpoint: Endpoint = { api, baseUrl: server.url, apiKey: undefined, modelId: "small" };
    const model = api === "openai" ? createOpenAiModel(endpoint) : createAnthropicModel(endpoint);
    expect(await ask(model)).toMatchObject({ kind: "text" });
    expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/env-|authorization|x-api-key/i);
    vi.unstubAllEnvs();
  });

  test.each([
    [401, "it answered HTTP 401: the key is missing or wrong"],
    [404, "it answered HTTP 404: no such model or address"],
    [429, "it answered HTTP 429: too many requests or no credit left"],
    [500, "it answered HTTP 500"],
  ])("HTTP %i is a failure after one request", async (code, reason) => {
    const { answer, requests } = await askServer(api, [status(code)]);
    expect(answer).toEqual({ kind: "failed", reason });
    expect(requests).toHaveLength(1);
  });

  test("a closed connection, and none at all", async () => {
    expect((await askServer(api, [close])).answer).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/cannot be reached|no reply/),
    });
    const gone = await startModelServer([]);
    await gone[Symbol.asyncDispose]();
    expect(await ask(open(api, gone.url))).toEqual({ kind: "failed", reason: "it cannot be reached (ECONNREFUSED)" });
    // A port that fetch forbids.
    expect(await ask(open(api, "http://127.0.0.1:9"))).toEqual({ kind: "failed", reason: "it cannot be reached" });
  });

  test("a hang before the headers ends with the signal", async () => {
    await using server = await startModelServer([hang]);
    const answer = await ask(open(api, server.url), "plain", AbortSignal.timeout(50));
    expect(answer).toEqual({ kind: "failed", reason: "it did not answer in time" });
  });

  test("so does a body that comes slowly", async () => {
    await using server = await startModelServer([reply(say("late"), { pieceMs: 3_000 })]);
    const answer = await ask(open(api, server.url), "plain", AbortSignal.timeout(50));
    expect(answer).toEqual({ kind: "failed", reason: "it did not answer in time" });
  });

  test("five megabytes are not read to the end", async () => {
    const { answer } = await askServer(api, [say("x".repeat(5_000_000))]);
    expect(answer).toMatchObject({ kind: "failed", reason: expect.stringContaining("longer than") });
  });

  test("what is no reply of the API is a failure or an empty text", async () => {
    expect((await askServer(api, [raw("<html>hello</html>", "text/html")])).answer).toMatchObject({
      kind: "text",
      text: "",
    });
    expect((await askServer(api, [raw("{}")])).answer).toMatchObject({ kind: "text", text: "" });
    expect((await askServer(api, [raw("{nope")])).answer.kind).toBe("failed");
  });

  test("a redirect to another host is refused, one to the same host is followed", async () => {
    await using other = await startModelServer([say("stolen")]);
    const { answer } = await askServer(api, [redirect(`${other.url}/v1/chat/completions`)]);
    expect(answer).toMatchObject({ kind: "failed", reason: expect.stringContaining("redirects to another host") });
    expect(other.requests).toEqual([]);
    const path = api === "openai" ? "/v1/chat/completions" : "/v1/messages";
    expect((await askServer(api, [redirect(path), say("moved")])).answer).toMatchObject({
      kind: "text",
      text: "moved",
    });
  });

  test("a refused temperature is left out from then on", async () => {
    const script: Script = ({ body }) =>
      JSON.stringify(body).includes("temperature")
        ? status(400, JSON.stringify({ error: { message: "Unsupported value: 'temperature' does not support 0" } }))
        : say("fine");
    await using server = await startModelServer(script);
    const model = open(api, server.url);
    expect(await ask(model)).toMatchObject({ text: "fine" });
    expect(await ask(model)).toMatchObject({ text: "fine" });
    expect(server.requests).toHaveLength(3);
  });

  test("the label and the reasons never show a key", () => {
    const endpoint: Endpoint = { api, baseUrl: "https://user:pass@host.example/v1?key=abc", apiKey: "k", modelId: "m" };
    expect(labelOf(endpoint)).toBe("host.example/m");
  });
});

test.each<[Mode, object]>([
  ["schema", { response_format: { type: "json_schema", json_schema: { schema } } }],
  ["guided", { response_format: { type: "json_object", schema } }],
  ["json", { response_format: { type: "json_object" } }],
])("openai constrains by %s, and 400 means that the mode is refused", async (mode, body) => {
  const { answer, requests } = await askServer("openai", [status(400)], mode);
  expect(requests[0]?.body).toMatchObject(body);
  expect(answer).toEqual({ kind: "mode-refused", reason: "HTTP 400" });
});

test("a server that fails over the grammar refuses the mode, one that merely fails does not", async () => {
  const failing = status(500, JSON.stringify({ error: { message: "failed to parse grammar" } }));
  expect((await askServer("openai", [failing], "schema")).answer).toMatchObject({ kind: "mode-refused" });
  expect((await askServer("openai", [status(500)], "schema")).answer).toMatchObject({ kind: "failed" });
  expect((await askServer("openai", [status(401)], "schema")).answer).toMatchObject({ kind: "failed" });
});

test("openai: a model that wants max_completion_tokens gets it", async () => {
  const script: Script = ({ body }) =>
    JSON.stringify(body).includes('"max_tokens"')
      ? status(
          400,
          JSON.stringify({ error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'" } }),
        )
      : say("fine");
  const { answer, requests } = await askServer("openai", script, "schema");
  expect(answer).toMatchObject({ text: "fine" });
  expect(requests[1]?.body).toMatchObject({ max_completion_tokens: 50 });
});

test("anthropic forces a tool, reads its input, and leaves thoughts out", async () => {
  const { answer, requests } = await askServer(
    "anthropic",
    [call("corrected_call", { toolName: "a", args: {} })],
    "tool",
  );
  expect(requests[0]?.body).toMatchObject({
    tool_choice: { type: "tool", name: "corrected_call" },
    tools: [{ name: "corrected_call", input_schema: schema }],
  });
  expect(answer).toMatchObject({ kind: "text", text: '{"toolName":"a","args":{}}' });
  expect((await askServer("anthropic", [[think("hmm {}"), say("plain")]], "plain")).answer).toMatchObject({
    text: expect.stringMatching(/^\s*plain$/),
  });
});

test.each<[string, string | undefined, boolean]>([
  ["http://10.0.0.1:80/v1", "k", true],
  ["http://10.0.0.1:80/v1", undefined, false],
  ["https://api.example/v1", "k", false],
  ["http://localhost:1234", "k", false],
  ["http://127.0.0.1:1234", "k", false],
  ["http://[::1]:1234", "k", false],
  ["http://127.0.0.1.evil.example", "k", true],
])("a key to %s is exposed: %s %s", (baseUrl, apiKey, exposed) => {
  expect(exposesKey({ api: "openai", baseUrl, apiKey, modelId: "m" })).toBe(exposed);
});
