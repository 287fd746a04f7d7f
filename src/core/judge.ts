import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { distortionsBetween } from "./distortion.ts";
import { isNonEmpty, type JsonObject } from "./json.ts";
import type { Failure, Finding } from "./outcome.ts";
import { CLEAN, scanSurface } from "./scan.ts";
import { describeBrokenText } from "./truncation.ts";
import { validatorOf } from "./validator.ts";
import type { Host, Verdict } from "./verdict.ts";

/**
 * What the host would do with a call. The one door: every call, and every repaired call again.
 * @param tools The active tools by name.
 */
export function judge(call: ToolCall, tools: ReadonlyMap<string, Tool>, host: Host): Verdict {
  const tool = tools.get(call.name);
  if (tool === undefined) return rejected({ code: "unknown-tool", name: call.name, near: [] });
  if (call.argumentsError !== undefined) return rejected(describeBrokenText(rawArguments(call.argumentsError)));
  return judgeArguments(tool, call.arguments, host);
}

/**
 * What the host would do with these arguments of a tool.
 *
 * Stricter than the host, which coerces before it checks: what it runs with another meaning counts as distorted. The
 * quick way is the plain check of the compiled schema; only what fails it is put before the host.
 * @throws RangeError where the arguments are nested too deeply for the host as well. Nothing else.
 */
export function judgeArguments(tool: Tool, args: JsonObject, host: Host): Verdict {
  return judgeAccepted(tool, args, host) ?? rejected(explainRejection(tool, args));
}

/** As `judgeArguments` for arguments the host accepts; `undefined` for others, without the cost of explaining them. */
export function judgeAccepted(tool: Tool, args: JsonObject, host: Host): Accepted | undefined {
  if (validatorOf(tool.parameters)?.check(args) === true) return compareWithRun(tool, args, args);
  const runs = host.accept(tool, args);
  return runs === undefined ? undefined : compareWithRun(tool, args, runs);
}

/** The verdict on arguments that run. */
export type Accepted = Exclude<Verdict, { readonly kind: "rejected" }>;

/**
 * Why the host rejects the arguments, in the words of its own validator; and which keys nobody declared, since a missing
 * field often stands under one of them.
 */
export function explainRejection(tool: Tool, args: JsonObject): Failure {
  const validator = validatorOf(tool.parameters);
  const errors: readonly Finding[] = validator?.errors(validator.coerce(args)) ?? [];
  const findings = [...errors, ...scanSurface(args, args, tool.parameters).ignored.slice(0, MAX_UNDECLARED)];
  const unexplained: Finding = { path: "", keyword: "schema", message: "not accepted by the tool" };
  return { code: "invalid-arguments", findings: isNonEmpty(findings) ? findings : [unexplained] };
}

/** Undeclared keys that are named in a failure. */
const MAX_UNDECLARED = 10;

function rejected(failure: Failure): Verdict {
  return { kind: "rejected", failure };
}

const EXACT: Accepted = { kind: "exact", ignored: [] };

function compareWithRun(tool: Tool, args: JsonObject, runs: JsonObject): Accepted {
  const surface = scanSurface(args, runs, tool.parameters);
  if (args === runs && surface === CLEAN) return EXACT;
  const distortions = args === runs ? surface.tails : [...distortionsBetween(args, runs), ...surface.tails];
  if (isNonEmpty(distortions)) return { kind: "distorted", runs, findings: distortions };
  return args === runs
    ? { kind: "exact", ignored: surface.ignored }
    : { kind: "coerced", runs, ignored: surface.ignored };
}
