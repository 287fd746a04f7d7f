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
export const MAX_REQUESTS = 2 + 2 * 4;
const NATIVE_TOKENS = 768;
const TEXT_TOKENS = 256;
const SYSTEM = "You are a coding assistant. Use the tools you are given.";

const echo: Tool = {
  name: "echo",
  description: "Repeats a text.",
  parameters: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
};

const read: Tool = {
  name: "read",
  description: "Read a file.",
  parameters: {
    type: "object",
    required: ["path"],
    properties: { path: { type: "string", description: "Path to the file to read" } },
  },
};

/** Finds out how a model calls tools: natively, or in the first variant in which it passes two trials. */
export async function probe(trials: Trials): Promise<Verdict> {
  let step = 0;
  const ask = (what: string, request: TrialRequest) => {
    trials.onStep(++step, what);
    return trials.ask(request);
  };
  const native = await ask("native call", nativeTrial(read, "Read the file docs/probe-1.md."));
  if (native.kind === "failed") return { kind: "unknown", reason: native.reason };
  if (isCall(native.calls, "read", "path", "docs/probe-1.md")) {
    return { kind: "native", reason: "called a tool natively as asked" };
  }
  const second = await ask("native echo", nativeTrial(echo, 'Call the tool echo with the text "probe-2".'));
  if (second.kind === "failed") return { kind: "unknown", reason: second.reason };
  if (isCall(second.calls, "echo", "text", "probe-2")) {
    return { kind: "native", reason: "called a tool natively when it was named" };
  }
  return calibrateWith(ask);
}

/** Finds the variant only, for a model whose native calls are not asked for. */
export async function calibrate(trials: Trials): Promise<Verdict> {
  let step = 0;
  return calibrateWith((what, request) => {
    trials.onStep(++step, what);
    return trials.ask(request);
  });
}

async function calibrateWith(ask: (what: string, request: TrialRequest) => Promise<TrialReply>): Promise<Verdict> {
  const seen: string[] = [];
  for (const variant of variants) {
    const passed = await passesTwice(variant, ask);
    if (passed === "passed") {
      return { kind: "text-protocol", variant: variant.name, reason: "wrote both calls as shown, none natively" };
    }
    if (passed !== "missed") return { kind: "unknown", reason: passed.failed };
    seen.push(variant.name);
  }
  return { kind: "none", reason: `wrote no call as asked, neither natively nor as ${seen.join(", ")}` };
}

async function passesTwice(
  variant: Variant,
  ask: (what: string, request: TrialRequest) => Promise<TrialReply>,
): Promise<"passed" | "missed" | { readonly failed: string }> {
  const tools = new Map([[echo.name, echo]]);
  for (const word of ["calibration-1", "calibration-2"]) {
    const reply = await ask(`${variant.name}, ${word}`, {
      system: `${SYSTEM}\n\n${primer([echo], variant)}`,
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
