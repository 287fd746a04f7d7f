import { equal } from "@earendil-works/pi-schema";
import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { refuse } from "./describe-failure.ts";
import { isNonEmpty, isObject, type Json, type JsonObject } from "./json.ts";
import { type Accepted, explainRejection, judgeAccepted } from "./judge.ts";
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
import { areUnread } from "./unread-keys.ts";
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
  if (call.argumentsError !== undefined) {
    const raw = rawArguments(call.argumentsError);
    const failure = describeBrokenText(raw);
    return runText(call, raw, failure, tool, desk) ?? refuse(call, failure, tools);
  }
  const verdict = judgeAccepted(tool, call.arguments, desk.host);
  return runArguments(call, verdict, tool, desk) ?? refuse(call, whyRefused(call, verdict, tool), tools);
}

/** An outcome under which the call runs. */
type Running = Extract<Outcome, { readonly kind: "untouched" | "reported" | "repaired" }>;

/** As `decideWithTool`, without the cost of explaining a refusal. */
function runWithTool(call: ToolCall, tool: Tool, desk: Desk): Running | undefined {
  if (call.argumentsError === undefined) {
    return runArguments(call, judgeAccepted(tool, call.arguments, desk.host), tool, desk);
  }
  const raw = rawArguments(call.argumentsError);
  return runText(call, raw, describeBrokenText(raw), tool, desk);
}

function runArguments(call: ToolCall, verdict: Accepted | undefined, tool: Tool, desk: Desk): Running | undefined {
  if (verdict === undefined || verdict.kind === "distorted") {
    const running = sizeProblem(call.arguments) === undefined ? repairArguments(call, tool, desk) : undefined;
    // What would not run as it is must not run without a part of what it asks for.
    return running !== undefined && ignores(running, tool, changesMeaning) ? undefined : running;
  }
  if (!isNonEmpty(verdict.ignored)) return { kind: "untouched", call };
  const isIdle = areUnread(verdict.ignored, call.arguments, tool, desk.argumentRules(tool));
  const repaired = isIdle ? undefined : repairArguments(call, tool, desk);
  return repaired ?? { kind: "reported", call, findings: verdict.ignored };
}

/** The call with arguments the host runs as meant, or nothing: a repair that leaves anything wrong is none. */
function repairArguments(call: ToolCall, tool: Tool, desk: Desk): Running | undefined {
  const settled = settleArguments(call.arguments, tool, desk.argumentRules(tool));
  if (settled === undefined || !isNonEmpty(settled.steps) || !isObject(settled.value)) return undefined;
  const verdict = judgeAccepted(tool, settled.value, desk.host);
  if (verdict === undefined || verdict.kind === "distorted") return undefined;
  if (leavesArguments(settled.value, verdict.ignored, tool.parameters)) return undefined;
  const repaired = inHostForm({ ...call, arguments: settled.value }, tool, desk);
  // A value that stands under another name, and that the host takes as it is, is the same value.
  const isSame = repaired.arguments === settled.value && settled.steps.every(({ change }) => change.kind === "renamed");
  if (!isSame && !isLawful(call, repaired, tool)) return undefined;
  const [first, ...others] = settled.steps;
  const edits = [toEdit(first), ...others.map(toEdit)] as const;
  return { kind: "repaired", call: repaired, edits, findings: verdict.ignored };
}

function whyRefused(call: ToolCall, verdict: Accepted | undefined, tool: Tool): Failure {
  const reason = sizeProblem(call.arguments);
  if (reason !== undefined) return { code: "too-large", reason };
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

function readingOf(running: Running): Reading {
  switch (running.kind) {
    case "untouched":
      return { call: running.call, edits: [], findings: [] };
    case "reported":
      return { call: running.call, edits: [], findings: running.findings };
    case "repaired":
      return running;
    default:
      return running satisfies never;
  }
}

function runText(call: ToolCall, raw: string, failure: Failure, tool: Tool, desk: Desk): Running | undefined {
  if (failure.code === "too-large") return undefined;
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
  return undefined;
}

interface TextReading extends Reading {
  /** The arguments as the rule read them, before the inner levels. */
  readonly sent: JsonObject;
}

function readText(call: ToolCall, tool: Tool, desk: Desk): readonly TextReading[] {
  const running = runWithTool(call, tool, desk);
  return running === undefined ? [] : [{ ...readingOf(running), sent: call.arguments }];
}

function decideName(call: ToolCall, tools: Tools, desk: Desk): Outcome {
  for (const rule of desk.names) {
    const readings = rule.propose(call, tools);
    const fitting = readings.flatMap((reading) => readName(call, reading, desk));
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

function readName(sent: ToolCall, { tool, call, mayIgnore }: NameReading, desk: Desk): readonly Reading[] {
  const named = { ...call, name: tool.name };
  const isRearranged = call.arguments !== sent.arguments && call.argumentsError === undefined;
  if (isRearranged && !isLawful(sent, named, tool)) return [];
  const running = runWithTool(named, tool, desk);
  if (running === undefined || ignores(running, tool, changesMeaning)) return [];
  return mayIgnore !== undefined && ignores(running, tool, (key, value) => !mayIgnore(key, value))
    ? []
    : [readingOf(running)];
}

/** Whether a call runs in which the tool ignores a parameter that matters. */
function ignores(running: Running, tool: Tool, matters: (key: string, value: Json, tool: Tool) => boolean): boolean {
  if (running.kind === "untouched") return false;
  const { call, findings } = running;
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
