import type { Attempt } from "./attempt.ts";
import type { Cause } from "./cause.ts";
import { cancelled } from "./causes/cancelled.ts";
import { exitCode, killed } from "./causes/exit-code.ts";
import { causes } from "./causes/index.ts";
import { invalidArguments } from "./causes/invalid-arguments.ts";
import { malformedCall } from "./causes/malformed-call.ts";
import { policy } from "./causes/policy.ts";
import { timeout } from "./causes/timeout.ts";
import { toolError } from "./causes/tool-error.ts";
import { unknownTool } from "./causes/unknown-tool.ts";
import { findDiagnostic, findReason } from "./diagnostic.ts";

export interface Classified {
  readonly cause: Cause;
  /** The line that bears the cause, as it stands in the result. */
  readonly diagnostic: string | undefined;
  /** Whether the text is output that the model needs to read, and not only the message of a failure. */
  readonly output: boolean;
}

/** Tools whose errors come from the files and arguments at hand; what other tools meet may change without us. */
const LOCAL_TOOLS: ReadonlySet<string> = new Set([
  "bash",
  "powershell",
  "read",
  "edit",
  "write",
  "grep",
  "find",
  "ls",
  "tool_search",
]);

/** Says why a call failed. A tool's own exit code and the host's own words come first, words in the output last. */
export function classify(attempt: Attempt): Classified {
  const rejected = rejection(attempt);
  if (rejected !== undefined) return { cause: rejected, diagnostic: findReason(attempt.text), output: false };
  const ended = ending(attempt);
  if (ended !== undefined) {
    const stated = ended === timeout || ended === cancelled ? edges(attempt.text).at(-1) : undefined;
    return { cause: ended, diagnostic: stated ?? findDiagnostic(attempt.text, true), output: true };
  }
  const diagnostic = findDiagnostic(attempt.text, false);
  const said = message(attempt.text, diagnostic);
  const known = causes.find(({ patterns }) => said.some((line) => patterns.some((pattern) => pattern.test(line))));
  const cause = known ?? toolError;
  const foreign = !LOCAL_TOOLS.has(attempt.tool);
  return { cause: foreign ? { ...cause, outside: true } : cause, diagnostic, output: foreign };
}

/** What the host says of a call that never ran. */
function rejection({ malformed, blocked, text }: Attempt): Cause | undefined {
  if (malformed) return malformedCall;
  if (blocked) return policy;
  return [invalidArguments, unknownTool].find(({ patterns }) => patterns.some((pattern) => pattern.test(text)));
}

/** How a program ended, as the tool itself states it: below the output, or in the first or last line. */
function ending({ text, exitCode: reported }: Attempt): Cause | undefined {
  if (reported !== undefined && reported !== 0) return exitCode(reported);
  const last = [...text.slice(-TAIL).matchAll(HOST_ENDING)].at(-1)?.groups;
  if (last?.code !== undefined) return exitCode(Number(last.code));
  if (last?.timeout !== undefined) return timeout;
  if (last?.aborted !== undefined) return cancelled;
  if (last?.killed !== undefined) return killed;
  for (const line of edges(text)) {
    const code = OTHER_ENDING.exec(line)?.groups?.code;
    if (code !== undefined && Number(code) !== 0) return exitCode(Number(code));
  }
  return undefined;
}

const TAIL = 2000;
const HOST_ENDING =
  /^(?:Command exited with code (?<code>-?\d{1,10})|(?<timeout>Command timed out after .*)|(?<aborted>Command aborted)|(?<killed>Command terminated without an exit code))$/gm;
const OTHER_ENDING = /^(?:process )?exit(?:ed with)?[ _-]?(?:code|status)\s?[:=]?\s?(?<code>-?\d{1,10})\.?$/i;

/** The lines in which a tool says why it failed: all of a short message, else its edges and the line with the cause. */
function message(text: string, diagnostic: string | undefined): readonly string[] {
  const start = linesOf(text.slice(0, TAIL));
  if (text.length <= TAIL && start.length <= SHORT) return start;
  return [...edges(text), ...(diagnostic === undefined ? [] : [diagnostic.slice(0, TAIL)])];
}

const SHORT = 4;

/** The first and the last line. */
function edges(text: string): readonly string[] {
  return [...linesOf(text.slice(0, TAIL)).slice(0, 1), ...linesOf(text.slice(-TAIL)).slice(-1)];
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
