import type { Tool, ToolCall } from "../core/call.ts";
import type { Refused } from "../core/decide.ts";
import { schemaAt } from "../core/expectation.ts";
import { fits } from "../core/fits.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { judgeArguments } from "../core/judge.ts";
import { findBreach } from "../core/laws.ts";
import { differenceOf } from "../core/leaves.ts";
import type { Failure, Finding, Pointer } from "../core/outcome.ts";
import type { Host } from "../core/verdict.ts";
import { NO_TOOL } from "./answer-schema.ts";
import { findNoteTaken } from "./note-taken.ts";
import { readReply } from "./read-reply.ts";
import type { ShownCall } from "./show-call.ts";
import { objectionToSwitch } from "./tool-switch.ts";

/** Every reason for which an answer may not stand, in the order in which they are looked at. */
type Gate =
  | "reply"
  | "no-correction"
  | "tool"
  | "tool-switch"
  | "handles"
  | "schema"
  | "nothing-invented"
  | "nothing-lost"
  | "kept-in-place"
  | "note-taken";

export type Judgement =
  | { readonly kind: "passed"; readonly call: ToolCall; readonly tool: Tool; readonly findings: readonly Finding[] }
  /** `reason` is fit for the user and for the model that is asked again; it holds no value of the call. */
  | { readonly kind: "stopped"; readonly gate: Gate; readonly reason: string };

/** Whether an answer may stand in place of the refused call. */
export function judgeReply(
  text: string,
  refused: Refused,
  shown: ShownCall,
  tools: ReadonlyMap<string, Tool>,
  host: Host,
): Judgement {
  const reply = readReply(text);
  if (reply === undefined) return stopped("reply", 'the answer is no JSON object with "toolName" and "args"');
  const tool = tools.get(reply.toolName);
  if (tool === undefined) {
    return reply.toolName === NO_TOOL || reply.toolName === ""
      ? stopped("no-correction", "the model sees no correction")
      : stopped("tool", "the answer names a tool that is not active");
  }
  const restored = shown.handles.restore(reply.args);
  if (restored.kind === "unknown") return stopped("handles", "the answer uses a handle that was not given");
  if (!isObject(restored.value)) return stopped("reply", "the arguments of the answer are no object");
  return judgeCall(refused, restored.value, tool, tools, host);
}

function judgeCall(
  { call, failure }: Refused,
  args: JsonObject,
  tool: Tool,
  tools: ReadonlyMap<string, Tool>,
  host: Host,
): Judgement {
  const { argumentsError: _dropped, ...bare } = call;
  const result: ToolCall = { ...bare, name: tool.name, arguments: args };
  const objection = call.name === tool.name ? undefined : objectionToSwitch(call, args, tool, tools);
  if (objection !== undefined) return stopped("tool-switch", objection);
  const verdict = judgeArguments(tool, args, host);
  if (verdict.kind === "rejected") return stopped("schema", describe(verdict.failure));
  if (verdict.kind === "distorted") {
    return stopped("schema", describe({ code: "distorted-arguments", findings: verdict.findings }));
  }
  const breach = findBreach(call, result, tool);
  if (breach !== undefined) return stopped(breach.law, at(breach.path, breach.message));
  const moved = call.name === tool.name ? findMoved(call, args, tool, failure) : undefined;
  if (moved !== undefined) return stopped("kept-in-place", at(moved, "this value was right where it stood"));
  const note = findNoteTaken(call, args, tool);
  if (note !== undefined)
    return stopped("note-taken", at(note, "a note is no argument while another value has no place"));
  return { kind: "passed", call: result, tool, findings: verdict.ignored };
}

/** A value that stood in its right place and does not stand there any more. */
function findMoved(call: ToolCall, args: JsonObject, { parameters }: Tool, failure: Failure): Pointer | undefined {
  const wrong = "findings" in failure ? failure.findings.map(({ path }) => path) : [];
  return differenceOf(call.arguments, args).before.find(({ path, value }) => {
    if (wrong.some((place) => place !== "" && (path === place || path.startsWith(`${place}/`)))) return false;
    const schema = schemaAt(path, parameters);
    return schema !== undefined && path !== "" && value !== null && fits(value, schema, parameters);
  })?.path;
}

function stopped(gate: Gate, reason: string): Judgement {
  return { kind: "stopped", gate, reason };
}

const MAX_FINDINGS = 6;

function describe(failure: Failure): string {
  if (!("findings" in failure)) return "the tool does not take these arguments";
  return failure.findings
    .slice(0, MAX_FINDINGS)
    .map(({ path, message }) => at(path, message))
    .join("; ");
}

function at(path: Pointer, message: string): string {
  const place = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  return `${place === "" ? "arguments" : place}: ${message}`.slice(0, 200);
}
