import { equal } from "@earendil-works/pi-schema";
import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { refuse } from "./describe-failure.ts";
import { isNonEmpty, isObject, type Json, type JsonObject } from "./json.ts";
import { explainRejection, judgeAccepted } from "./judge.ts";
import { findBreach } from "./laws.ts";
import { leavesArguments } from "./leftover.ts";
import { sizeProblem } from "./limits.ts";
import { foldName } from "./name-words.ts";
import type { Edit, Failure, Finding, Outcome } from "./outcome.ts";
import { lastStep, valueAt } from "./pointer.ts";
import { preview } from "./preview.ts";
import type { NameReading, NameRule, TextRule } from "./rule.ts";
import { propertiesOf } from "./schema.ts";
import { changesScope } from "./scope-keys.ts";
import { type RulesByLevel, settleArguments } from "./settle.ts";
import { toEdit } from "./step.ts";
import { describeBrokenText } from "./truncation.ts";
import { validatorOf } from "./validator.ts";
import type { Host } from "./verdict.ts";

/** What deciding needs besides the call and the tools. */
export interface Desk {
  readonly host: Host;
  readonly names: readonly NameRule[];
  readonly texts: readonly TextRule[];
  argumentRules(tool: Tool): RulesByLevel;
}

type Tools = ReadonlyMap<string, Tool>;

/**
 * Name, then text, then arguments: each level is decided once the one outside it is, and held to the laws on its own. What
 * each of them neither invents nor loses, all of them together do not.
 */
export function decideCall(call: ToolCall, tools: Tools, desk: Desk): Outcome {
  const tool = tools.get(call.name);
  return tool === undefined ? decideName(call, tools, desk) : decideWithTool(call, tool, tools, desk);
}

/** The last net under every rule: a repair that invents or loses anything is none. */
function isLawful(sent: ToolCall, call: ToolCall, tool: Tool): boolean {
  return findBreach(sent, call, tool, "rules") === undefined;
}

/** A changed call with the very arguments the host will run, so that the record shows them. */
function inHostForm(call: ToolCall, tool: Tool, { host }: Desk): ToolCall {
  if (validatorOf(tool.parameters)?.check(call.arguments) === true) return call;
  return { ...call, arguments: host.accept(tool, call.arguments) ?? call.arguments };
}

function decideWithTool(call: ToolCall, tool: Tool, tools: Tools, desk: Desk): Outcome {
  if (call.argumentsError !== undefined) return decideText(call, call.argumentsError, tool, tools, desk);
  return runArguments(call, tool, desk) ?? refuse(call, whyRefused(call, tool, desk), tools);
}

/** An outcome under which the call runs. */
type Running = Extract<Outcome, { readonly kind: "untouched" | "reported" | "repaired" }>;

function runArguments(call: ToolCall, tool: Tool, desk: Desk): Running | undefined {
  const verdict = judgeAccepted(tool, call.arguments, desk.host);
  if (verdict === undefined || verdict.kind === "distorted") {
    const running = sizeProblem(call.arguments) === undefined ? repairArguments(call, tool, desk) : undefined;
    // What would not run as it is must not run without a part of what it asks for.
    return running !== undefined && ignores(running, tool, changesMeaning) ? undefined : running;
  }
  if (!isNonEmpty(verdict.ignored)) return { kind: "untouched", call };
  return repairArguments(call, tool, desk) ?? { kind: "reported", call, findings: verdict.ignored };
}

/** The call with arguments the host runs as meant, or nothing: a repair that leaves anything wrong is none. */
function repairArguments(call: ToolCall, tool: Tool, desk: Desk): Running | undefined {
  const settled = settleArguments(call.arguments, tool, desk.argumentRules(tool));
  if (settled === undefined || !isNonEmpty(settled.steps) || !isObject(settled.value)) return undefined;
  const verdict = judgeAccepted(tool, settled.value, desk.host);
  if (verdict === undefined || verdict.kind === "distorted") return undefined;
  if (leavesArguments(settled.value, verdict.ignored, tool.parameters)) return undefined;
  const repaired = inHostForm({ ...call, arguments: settled.value }, tool, desk);
  if (!isLawful(call, repaired, tool)) return undefined;
  const [first, ...others] = settled.steps;
  const edits = [toEdit(first), ...others.map(toEdit)] as const;
  return { kind: "repaired", call: repaired, edits, findings: verdict.ignored };
}

function whyRefused(call: ToolCall, tool: Tool, desk: Desk): Failure {
  const reason = sizeProblem(call.arguments);
  if (reason !== undefined) return { code: "too-large", reason };
  const verdict = judgeAccepted(tool, call.arguments, desk.host);
  return verdict?.kind === "distorted"
    ? { code: "distorted-arguments", findings: verdict.findings }
    : explainRejection(tool, call.arguments);
}

/** A call that runs after all, with what had to change for it. */
interface Reading {
  readonly call: ToolCall;
  readonly edits: readonly Edit[];
  readonly findings: readonly Finding[];
}

function readingOf(outcome: Outcome | undefined): Reading | undefined {
  switch (outcome?.kind) {
    case "untouched":
      return { call: outcome.call, edits: [], findings: [] };
    case "reported":
      return { call: outcome.call, edits: [], findings: outcome.findings };
    case "repaired":
    case "recovered":
      return outcome;
    case "refused":
    case undefined:
      return undefined;
    default:
      return outcome satisfies never;
  }
}

function decideText(call: ToolCall, argumentsError: string, tool: Tool, tools: Tools, desk: Desk): Outcome {
  const raw = rawArguments(argumentsError);
  const failure = describeBrokenText(raw);
  if (failure.code === "too-large") return refuse(call, failure, tools);
  const { argumentsError: _dropped, ...bare } = call;
  for (const rule of desk.texts) {
    const readings = rule
      .propose(raw, tool)
      .flatMap((reading) => readText({ ...bare, arguments: reading }, tool, desk));
    const [first, ...others] = readings;
    if (first === undefined) continue;
    if (others.some((other) => !equal(other.call.arguments, first.call.arguments))) break;
    if (!isLawful(call, { ...bare, arguments: first.sent }, tool)) break;
    const edit: Edit = { rule: rule.name, level: "text", path: "", before: preview(raw), after: preview(first.sent) };
    const running = inHostForm(first.call, tool, desk);
    return { kind: "repaired", call: running, edits: [edit, ...first.edits], findings: first.findings };
  }
  return refuse(call, failure, tools);
}

interface TextReading extends Reading {
  /** The arguments as the rule read them, before the inner levels. */
  readonly sent: JsonObject;
}

function readText(call: ToolCall, tool: Tool, desk: Desk): readonly TextReading[] {
  const reading = readingOf(runArguments(call, tool, desk));
  return reading === undefined ? [] : [{ ...reading, sent: call.arguments }];
}

function decideName(call: ToolCall, tools: Tools, desk: Desk): Outcome {
  for (const rule of desk.names) {
    const readings = rule.propose(call, tools);
    const fitting = readings.flatMap((reading) => readName(call, reading, tools, desk));
    const [first, ...others] = fitting;
    if (first === undefined) continue;
    const names = [...new Set(fitting.map(({ call: { name } }) => name))];
    if (names.length > 1 && isNonEmpty(names)) {
      return refuse(call, { code: "ambiguous-tool", name: call.name, candidates: names }, tools);
    }
    if (others.some((other) => !equal(other.call.arguments, first.call.arguments))) break;
    const edit: Edit = { rule: rule.name, level: "name", path: "", before: call.name, after: first.call.name };
    const tool = tools.get(first.call.name);
    const running = tool === undefined ? first.call : inHostForm(first.call, tool, desk);
    return { kind: "repaired", call: running, edits: [edit, ...first.edits], findings: first.findings };
  }
  return refuse(call, { code: "unknown-tool", name: call.name, near: nearNames(call, tools, desk) }, tools);
}

function readName(
  sent: ToolCall,
  { tool, call, mayIgnore }: NameReading,
  tools: Tools,
  desk: Desk,
): readonly Reading[] {
  const isRearranged = call.arguments !== sent.arguments && call.argumentsError === undefined;
  if (isRearranged && !isLawful(sent, { ...call, name: tool.name }, tool)) return [];
  const outcome = decideWithTool({ ...call, name: tool.name }, tool, tools, desk);
  const reading = readingOf(outcome);
  if (reading === undefined || ignores(outcome, tool, changesMeaning)) return [];
  return mayIgnore !== undefined && ignores(outcome, tool, (key, value) => !mayIgnore(key, value)) ? [] : [reading];
}

/** Whether a call runs in which the tool ignores a parameter that matters. */
function ignores(outcome: Outcome, tool: Tool, matters: (key: string, value: Json, tool: Tool) => boolean): boolean {
  if (outcome.kind !== "repaired" && outcome.kind !== "reported") return false;
  const { call, findings } = outcome;
  return findings.some(({ path, keyword }) => {
    return keyword === "undeclared" && matters(lastStep(path), valueAt(call.arguments, path) ?? null, tool);
  });
}

/** Whether a parameter says what is done, or is one of the tool's own under another spelling. */
function changesMeaning(key: string, value: Json, { parameters }: Tool): boolean {
  if (changesScope(key, value)) return true;
  const folded = foldName(key);
  return folded !== "" && [...propertiesOf(parameters, parameters).keys()].some((name) => foldName(name) === folded);
}

/** Active tools some rule takes the name for, although the arguments do not fit them. */
function nearNames(call: ToolCall, tools: Tools, desk: Desk): readonly string[] {
  const names = desk.names.flatMap((rule) => rule.propose(call, tools).map(({ tool }) => tool.name));
  return [...new Set(names)];
}
