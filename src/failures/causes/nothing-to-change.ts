import { type Cause, next } from "../cause.ts";

export const nothingToChange: Cause = {
  code: "nothing_to_change",
  phase: "preflight",
  state: "failed",
  outside: false,
  patterns: [/^no changes (?:were )?made\b/i, /replacements? produced identical content/i],
  advice: next(
    "The file already holds the new text. Go on with the next step, or read the file if that is unexpected.",
  ),
};
