import type { JsonObject } from "../../src/core/json.ts";

/** How a model of each family writes calls when its template is right. */
export type Render = (calls: readonly { readonly name: string; readonly arguments: JsonObject }[]) => string;

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const each =
  (line: (name: string, args: JsonObject) => string, joiner = "\n"): Render =>
  (calls) =>
    calls.map((call) => line(call.name, call.arguments)).join(joiner);

const envelope = (calls: Parameters<Render>[0], key = "arguments") =>
  JSON.stringify(calls.map((call) => ({ name: call.name, [key]: call.arguments })));

function python(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return `'${value.replace(/['\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)}'`;
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value as object);
    return `{${entries.map(([key, inner]) => `${python(key)}: ${python(inner)}`).join(", ")}}`;
  }
  return String(value);
}

const ESCAPES: Readonly<Record<string, string>> = { "'": "\\'", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const pythonCall = (name: string, args: JsonObject) =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(", ")})`;

const tags = (line: (key: string, value: unknown) => string, args: JsonObject) =>
  Object.entries(args)
    .map(([key, value]) => line(key, value))
    .join("\n");

export const renders: Readonly<Record<string, Render>> = {
  dsml: (calls) =>
    `<｜DSML｜function_calls>\n${each(
      (name, args) =>
        `<｜DSML｜invoke name="${name}">\n${tags(
          (key, value) =>
            `<｜DSML｜parameter name="${key}" string="${typeof value === "string"}">${text(value)}</｜DSML｜parameter>`,
          args,
        )}\n</｜DSML｜invoke>`,
    )(calls)}\n</｜DSML｜function_calls>`,
  deepseek: (calls) =>
    `<｜tool▁calls▁begin｜>${each(
      (name, args) =>
        `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${JSON.stringify(args)}\n\`\`\`<｜tool▁call▁end｜>`,
    )(calls)}<｜tool▁calls▁end｜>`,
  "deepseek v3.1": (calls) =>
    `<｜tool▁calls▁begin｜>${each(
      (name, args) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${JSON.stringify(args)}<｜tool▁call▁end｜>`,
      "",
    )(calls)}<｜tool▁calls▁end｜>`,
  invoke: (calls) =>
    `<function_calls>\n${each(
      (name, args) =>
        `<invoke name="${name}">\n${tags((key, value) => `<parameter name="${key}">${text(value)}</parameter>`, args)}\n</invoke>`,
    )(calls)}\n</function_calls>`,
  "invoke with a namespace": (calls) =>
    `<minimax:tool_call>\n${each(
      (name, args) =>
        `<invoke name="${name}">\n${tags((key, value) => `<parameter name="${key}">${text(value)}</parameter>`, args)}\n</invoke>`,
    )(calls)}\n</minimax:tool_call>`,
  "qwen3-coder": each(
    (name, args) =>
      `<tool_call>\n<function=${name}>\n${tags((key, value) => `<parameter=${key}>\n${text(value)}\n</parameter>`, args)}\n</function>\n</tool_call>`,
  ),
  hermes: each((name, args) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`),
  granite: (calls) => `<|tool_call|>${envelope(calls)}`,
  kimi: (calls) =>
    `<|tool_calls_section_begin|>${calls
      .map(
        (call, at) =>
          `<|tool_call_begin|>functions.${call.name}:${at}<|tool_call_argument_begin|>${JSON.stringify(call.arguments)}<|tool_call_end|>`,
      )
      .join("")}<|tool_calls_section_end|>`,
  mistral: (calls) => `[TOOL_CALLS]${envelope(calls)}`,
  "mistral v11": each((name, args) => `[TOOL_CALLS]${name}[CALL_ID]abcdef123[ARGS]${JSON.stringify(args)}`, ""),
  llama: (calls) =>
    `<|python_tag|>${each((name, args) => JSON.stringify({ name, parameters: args }), "; ")(calls)}<|eom_id|>`,
  "llama, Python": (calls) => `<|python_start|>[${each(pythonCall, ", ")(calls)}]<|python_end|>`,
  glm: each(
    (name, args) =>
      `<tool_call>${name}\n${tags((key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${text(value)}</arg_value>`, args)}\n</tool_call>`,
  ),
  "minimax-text": (calls) =>
    `<function_call>\`\`\`typescript\n${each((name, args) => `functions.${name}(${JSON.stringify(args)})`)(calls)}\n\`\`\`</function_call>`,
  olmo: (calls) => `<function_calls>\n${each(pythonCall)(calls)}\n</function_calls>`,
  harmony: each(
    (name, args) =>
      `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(args)}<|call|>`,
    "",
  ),
  gemma: (calls) => `\`\`\`tool_code\n${each(pythonCall)(calls)}\n\`\`\``,
  json: (calls) => (calls.length === 1 ? JSON.stringify(calls[0]) : JSON.stringify(calls)),
  "json in a fence": (calls) => `\`\`\`json\n${JSON.stringify(calls.length === 1 ? calls[0] : calls, null, 2)}\n\`\`\``,
  pythonic: (calls) => `[${each(pythonCall, ", ")(calls)}]`,
};

/** Families whose calls carry no mark, by render. */
export const named: Readonly<Record<string, string>> = {
  json: "json",
  "json in a fence": "json",
  pythonic: "pythonic",
};

/** Renders whose values stand between tags of their own: a value with such a tag inside has no certain end. */
export const tagged: readonly string[] = ["dsml", "invoke", "invoke with a namespace", "qwen3-coder", "glm"];
