/**
 * The line of a failed result that bears the cause; `undefined` when none does, since a guess would mislead.
 * @param output Whether the text is a program's output, where most lines say nothing about the failure. A tool's own
 * message states its cause in its first line.
 */
export function findDiagnostic(text: string, output: boolean): string | undefined {
  const lines = text
    .slice(-READ)
    .replaceAll(COLOUR, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !NOISE.test(line));
  const strong = lines.find((line) => STRONG.test(line) && !CLEAN.test(line));
  if (strong !== undefined) return strong;
  const weak = lines.findLast((line) => WEAK.test(line) && !CLEAN.test(line));
  if (weak !== undefined) return weak;
  return output ? undefined : lines[0];
}

/** Why the host rejected a call: its findings without the echo of the arguments. */
export function findReason(text: string): string | undefined {
  const [said = ""] = text.split(/\n+Received arguments:\n/, 1);
  const lines = said
    .replace(/^(?:Validation failed|Invalid arguments) for tool ".*?":\s*/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const findings = lines.flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  return findings.length > 0 ? findings.join("; ") : lines[0];
}

/** Characters of the end of a result that are searched. */
const READ = 64_000;

const COLOUR = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** What pi adds to the output itself, and echoes of the call. */
const NOISE =
  /^(?:Command exited with code \d+|Command terminated without an exit code|\(no output\)|\[?(?:Showing|Output truncated|Full output).*|Received arguments:)$/;

/** A line that begins by saying that something is wrong, as compilers, interpreters and tools write it. */
const STRONG =
  /^(?:[\w.\-/\\:()[\]<>]*[:\s]\s?)?(?:fatal|panic|(?:\w+\.)*\w*(?:error|exception))(?:\[\w+\]|\s[A-Z]+\d+)?\s?[:!]|^(?:fatal|panic)\b|: (?:fatal )?error[: ]|\berror (?:TS|CS|MSB|LNK|C)\d+:/i;

/** Words that name a cause anywhere in a line. */
const WEAK =
  /\b(?:not found|no such|cannot|can't|could not|couldn't|unable to|denied|refused|failed|failure|timed out|aborted|not permitted|not recognized|(?:invalid|unknown|illegal|unrecogni[sz]ed) (?:option|argument|flag)|segmentation fault|E[A-Z]{4,})\b/i;

/** Lines that count failures and find none. */
const CLEAN = /\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b/i;
