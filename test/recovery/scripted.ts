import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import type { Refused } from "../../src/core/decide.ts";
import { createEngine } from "../../src/core/engine.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { createModeMemory } from "../../src/recovery/ladder.ts";
import type { Answer, Mode, Question, RecoveryModel } from "../../src/recovery/port.ts";
import { createRecovery, type Recovery, type RecoveryOptions } from "../../src/recovery/recover.ts";
import { rules } from "../../src/rules/index.ts";

const string = { type: "string" } as const;

export const write = tool("write", "Write content to a file.", { path: string, content: string }, ["path", "content"]);
const bash = tool("bash", "Execute a bash command.", { command: string, timeout: { type: "number" } }, ["command"]);
const read = tool("read", "Read the contents of a file.", { path: string, limit: { type: "number" } }, ["path"]);
const remove = {
  ...tool("delete_file", "Delete a file for good.", { path: string }, ["path"]),
  annotations: { destructiveHint: true },
};
export const tools: ReadonlyMap<string, Tool> = byName([write, bash, read, remove]);

export function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: string[] = [],
): Tool {
  return { name, description, parameters: { type: "object", properties, required } };
}

export function byName(list: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(list.map((one) => [one.name, one]));
}

const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });

/** What the rules say about a call; the tests are about those they refuse. */
export function refuse(call: ToolCall, active = tools): Refused {
  const outcome = engine.decide(call, active);
  if (outcome.kind !== "refused") throw new Error(`the rules do not refuse it: ${JSON.stringify(outcome)}`);
  return outcome;
}

export function rawCall(name: string, text: string): ToolCall {
  return { name, arguments: {}, argumentsError: `not JSON\n\nReceived arguments:\n${text}` };
}

export function reply(toolName: string, args: JsonObject): string {
  return JSON.stringify({ toolName, args });
}

type Script = (question: Question, index: number) => Answer | string | Promise<Answer | string>;

export interface ScriptedModel extends RecoveryModel {
  readonly questions: readonly Question[];
}

export function scriptedModel(
  script: Script,
  modes: readonly Mode[] = ["schema", "guided", "json", "plain"],
): ScriptedModel {
  const questions: Question[] = [];
  return {
    label: "test/model",
    key: "test",
    modes,
    questions,
    async ask(question) {
      questions.push({ ...question, turns: [...question.turns] });
      const answer = await script(question, questions.length - 1);
      return typeof answer === "string"
        ? { kind: "text", text: answer, usage: { inputTokens: 100, outputTokens: 10, cost: 0.001 } }
        : answer;
    },
  };
}

export function recoveryWith(model: RecoveryModel, options: Partial<RecoveryOptions> = {}): Recovery {
  return createRecovery({
    host: libraryHost,
    model: async () => model,
    modes: createModeMemory(),
    now: () => performance.now(),
    deadlineMs: 20_000,
    spend: () => undefined,
    watch: () => () => undefined,
    ...options,
  });
}

/** What becomes of a call when a model answers it with these texts, one after the other. */
export async function recoverWith(call: ToolCall, texts: readonly string[], active = tools): Promise<Outcome> {
  const model = scriptedModel((_question, index) => texts[Math.min(index, texts.length - 1)] ?? "");
  return recoveryWith(model).recover(refuse(call, active), active, undefined);
}
