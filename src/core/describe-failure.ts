import type { Tool, ToolCall } from "./call.ts";
import { expectationAt, fieldsAt } from "./expectation.ts";
import type { Failure, Finding, Outcome, Pointer } from "./outcome.ts";

/** The most the model reads about one failed call. */
const MAX_CHARACTERS = 1200;

type Tools = ReadonlyMap<string, Tool>;

/** A refusal with its words for the model. */
export function refuse(call: ToolCall, failure: Failure, tools: Tools): Outcome & { readonly kind: "refused" } {
  return {
    kind: "refused",
    call,
    failure,
    feedback: describeFailure(failure, tools.get(call.name), tools),
    recovery: { kind: "not-asked", why: "rules only" },
  };
}

/**
 * What the model reads instead of the host's own error: every finding with its path, what is expected there, and the
 * names that exist. At most 1,200 characters, and never a value of the call.
 */
export function describeFailure(failure: Failure, tool: Tool | undefined, tools: Tools): string {
  return cut(sentences(failure, tool, tools), MAX_CHARACTERS);
}

function sentences(failure: Failure, tool: Tool | undefined, tools: Tools): readonly string[] {
  switch (failure.code) {
    case "unknown-tool":
      return [`There is no tool ${quote(failure.name)}.`, known(failure.near, tools)];
    case "ambiguous-tool":
      return [
        `There is no tool ${quote(failure.name)}; it could be ${list(failure.candidates)}. Call one by its exact name.`,
      ];
    case "malformed-json":
      return [
        `The call did not run: ${failure.reason}. Send the arguments again as one valid JSON object.`,
        takes(tool),
      ];
    case "truncated":
      return [
        `The call did not run: its arguments are cut off (${failure.reason}). Send the whole call again; split long content.`,
        takes(tool),
      ];
    case "too-large":
      return [`The call did not run: ${failure.reason}, too much to be repaired. Send valid arguments.`, takes(tool)];
    case "invalid-arguments":
    case "distorted-arguments":
      return [
        `The call did not run. Send it again with ${failure.findings.length === 1 ? "this" : "these"} corrected:`,
        ...lines(failure.findings.slice(0, MAX_FINDINGS), tool),
        moreThan(failure.findings.length - MAX_FINDINGS),
        takes(tool),
      ];
    default:
      return failure satisfies never;
  }
}

/** How many findings are put into words; a few dozen fill the space there is. */
const MAX_FINDINGS = 24;

function moreThan(count: number): string {
  return count > 0 ? `… and ${count} more` : "";
}

function lines(findings: readonly Finding[], tool: Tool | undefined): readonly string[] {
  // Many unknown fields of one object are told of the same names, and there may be thousands of those.
  const told = new Map<Pointer, string>();
  const namesIn = (path: Pointer, { parameters }: Tool) => {
    const names = told.get(path) ?? list(fieldsAt(path, parameters));
    told.set(path, names);
    return names;
  };
  return findings.map((finding) => line(finding, tool, namesIn));
}

function line(
  { path, keyword, message }: Finding,
  tool: Tool | undefined,
  namesIn: (path: Pointer, tool: Tool) => string,
): string {
  const where =
    path === "" ? "arguments" : visible(path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~"));
  if (tool === undefined) return `- ${where}: ${message}`;
  if (keyword === "additionalProperties" || keyword === "undeclared") {
    const names = namesIn(path.slice(0, path.lastIndexOf("/")), tool);
    return `- ${where}: unknown field${names === "" ? "" : `; this takes ${names}`}`;
  }
  const expectation =
    keyword === "required" || !message.startsWith("expected") ? expectationAt(path, tool.parameters) : "";
  return `- ${where}: ${message}${expectation === "" ? "" : ` (expected ${expectation})`}`;
}

function takes(tool: Tool | undefined): string {
  if (tool === undefined) return "";
  const fields = fieldsAt("", tool.parameters);
  return fields.length === 0 ? "" : `${tool.name} takes ${list(fields)}.`;
}

function known(near: readonly string[], tools: Tools): string {
  if (near.length > 0) return `Did you mean ${list(near)}? Check its parameters.`;
  return tools.size === 0 ? "No tools are active." : `Active tools: ${list([...tools.keys()])}.`;
}

/** How many names are listed at most. */
const MAX_NAMES = 40;

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quote).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

function quote(name: string): string {
  return `\`${visible(name.length > 80 ? `${name.slice(0, 80)}…` : name)}\``;
}

/** A name on one line: whoever made it up, it begins no line of its own. */
function visible(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** The sentences as lines; what exceeds the limit is counted, not shown. */
function cut(lines: readonly string[], limit: number): string {
  const shown = lines
    .filter((text) => text !== "")
    .map((text) => (text.length > 400 ? `${text.slice(0, 399)}…` : text));
  const whole = shown.join("\n");
  if (whole.length <= limit) return whole;
  let text = shown[0] ?? "";
  let at = 1;
  for (; at < shown.length; at++) {
    const next = `${text}\n${shown[at]}`;
    if (next.length > limit - 40) break;
    text = next;
  }
  return `${text}\n… and ${shown.length - at} more lines`;
}
