import type { Tool, ToolCall } from "../core/call.ts";
import { primer } from "./primer.ts";
import { readMessage } from "./read-message.ts";
import type { Variant, VariantName } from "./variant.ts";
import { variants } from "./variants.ts";

/** How a model can call tools. */
export type Verdict =
  | { readonly kind: "native"; readonly reason: string }
  | { readonly kind: "text-protocol"; readonly variant: VariantName; readonly reason: string }
  | { readonly kind: "none"; readonly reason: string }
  /** Nothing was found out: the endpoint failed. */
  | { readonly kind: "unknown"; readonly reason: string };

/** One request to the model that is tried out, at temperature 0 and without retries. */
export interface TrialRequest {
  readonly system: string;
  readonly user: string;
  /** Declared natively; without any the model can only write text. */
  readonly tools: readonly Tool[];
  /** Of the answer, without what a model thinks before it. */
  readonly maxTokens: number;
}

export type TrialReply =
  | { readonly kind: "reply"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly kind: "failed"; readonly reason: string };

export interface Trials {
  /** Asks the model. @throws The reason of an abort, nothing else. */
  ask(request: TrialRequest): Promise<TrialReply>;
  /** Told before each request: what is tried, as `3 of 10`. */
  onStep(step: number, what: string): void;
}

/** Requests at most: two native trials and two for each variant. */
export const MAX_REQUESTS = 2 + 2 * variants.length;
const NATIVE_TOKENS = 768;
const TEXT_TOKENS = 256;
const SYSTEM = "You are a coding assistant. Use the tools you are given.";

const echoTool: Tool = {
  name: "echo",
  description: "Repeats a text.",
  parameters: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
};

const readTool: Tool = {
  name: "read",
  description: "Read a file.",
  parameters: {
    type: "object",
    required: ["path"],
    properties: { path: { type: "string", description: "Path to the file to read" } },
  },
};

type Ask = (what: string, request: TrialRequest) => Promise<TrialReply>;

/**
 * Finds out how a model calls tools: natively, or in the first variant in which it passes two trials. A server that
 * refuses native tools may still serve the model as text.
 */
export async function probe(trials: Trials): Promise<Verdict> {
  const ask = counted(trials);
  const read = await ask("native call", nativeTrial(readTool, "Read the file docs/probe-1.md."));
  if (read.kind === "failed") return calibrateWith(ask, `the server refused native calls (${read.reason})`);
  if (isCall(read.calls, "read", "path", "docs/probe-1.md")) {
    return { kind: "native", reason: "called a tool natively as asked" };
  }
  const echo = await ask("native echo", nativeTrial(echoTool, 'Call the tool echo with the text "probe-2".'));
  if (echo.kind === "reply" && isCall(echo.calls, "echo", "text", "probe-2")) {
    return { kind: "native", reason: "called a tool natively when it was named" };
  }
  return calibrateWith(ask, "made no native call");
}

/** Finds the variant only, for a model whose native calls are not asked for. */
export async function calibrate(trials: Trials): Promise<Verdict> {
  return calibrateWith(counted(trials), "native calls were not tried");
}

function counted({ ask, onStep }: Trials): Ask {
  let step = 0;
  return (what, request) => {
    onStep(++step, what);
    return ask(request);
  };
}

async function calibrateWith(ask: Ask, natively: string): Promise<Verdict> {
  for (const variant of variants) {
    const passed = await passesTwice(variant, ask);
    if (passed === "passed") {
      return { kind: "text-protocol", variant: variant.name, reason: `wrote both calls as shown; ${natively}` };
    }
    if (passed !== "missed") return { kind: "unknown", reason: passed.failed };
  }
  const names = variants.map(({ name }) => name).join(", ");
  return { kind: "none", reason: `wrote no call as shown (${names}); ${natively}` };
}

async function passesTwice(variant: Variant, ask: Ask): Promise<"passed" | "missed" | { readonly failed: string }> {
  const tools = new Map([[echoTool.name, echoTool]]);
  for (const word of ["calibration-1", "calibration-2"]) {
    const reply = await ask(`${variant.name}, ${word}`, {
      system: `${SYSTEM}\n\n${primer([echoTool], variant)}`,
      user: `Call the tool echo with the text "${word}".`,
      tools: [],
      maxTokens: TEXT_TOKENS,
    });
    if (reply.kind === "failed") return { failed: reply.reason };
    const { calls, failures } = readMessage(reply.text, variant, tools);
    if (failures.length > 0 || !isCall(calls, "echo", "text", word)) return "missed";
  }
  return "passed";
}

function nativeTrial(tool: Tool, user: string): TrialRequest {
  return { system: SYSTEM, user, tools: [tool], maxTokens: NATIVE_TOKENS };
}

/** One call, of this tool, with this value. */
function isCall(calls: readonly ToolCall[], name: string, property: string, value: string): boolean {
  const [call] = calls;
  return calls.length === 1 && call?.name === name && call.arguments[property] === value;
}
