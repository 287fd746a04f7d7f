import { unanchorSchema } from "./unanchor-schema.ts";

/**
 * Where the schemas of tools stand in a request: OpenAI completions (also Mistral), OpenAI responses, Anthropic, Google and
 * Bedrock. `*` stands for every item of a list.
 */
const SCHEMAS = [
  ["tools", "*", "function", "parameters"],
  ["tools", "*", "parameters"],
  ["tools", "*", "input_schema"],
  ["tools", "*", "functionDeclarations", "*", "parametersJsonSchema"],
  ["tools", "*", "functionDeclarations", "*", "parameters"],
  ["config", "tools", "*", "functionDeclarations", "*", "parametersJsonSchema"],
  ["config", "tools", "*", "functionDeclarations", "*", "parameters"],
  ["toolConfig", "tools", "*", "toolSpec", "inputSchema", "json"],
];

/** A request whose tool schemas hold no regex anchors. The same object comes back when nothing changes. */
export function unanchorPayload(payload: unknown): unknown {
  return SCHEMAS.reduce((changed, path) => updateAt(changed, path), payload);
}

function updateAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return unanchorSchema(value);
  if (step === "*") {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => updateAt(item, rest));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) return value;
  const inner = (value as Record<string, unknown>)[step];
  const changed = updateAt(inner, rest);
  return changed === inner ? value : { ...value, [step]: changed };
}
