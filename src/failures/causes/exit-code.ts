import { type Cause, next } from "../cause.ts";

const GENERAL = "Read the output and change what caused it, or the command, before running it again.";

/** Codes that shells give a fixed meaning. */
const meanings: Readonly<Record<number, string>> = {
  126: "The file is there but cannot be executed. Check its rights and what kind of file it is.",
  127: "The shell found no such program. Check its name, or use one that is installed.",
  130: "It was interrupted. Run it again only if its result is still needed.",
  137: "It was killed, often for using too much memory. Let it do less at once.",
  143: "It was asked to stop from outside. Find out why before running it again.",
};

/** What a program's own exit code says. It is never overridden by words in the output. */
export function exitCode(code: number): Cause {
  return {
    code: `exit_${code}`,
    phase: "execution",
    state: "failed",
    outside: true,
    patterns: [],
    advice: next(Object.hasOwn(meanings, code) ? (meanings[code] ?? GENERAL) : GENERAL),
  };
}

/** A program that ended without a code of its own. */
export const killed: Cause = { ...exitCode(-1), code: "exit_unknown" };
