import { type Cause, next } from "../cause.ts";

export const timeout: Cause = {
  code: "timeout",
  phase: "timeout",
  state: "failed",
  outside: true,
  patterns: [/\btimed[ -]?out\b/i, /\bETIMEDOUT\b/, /\bdeadline exceeded\b/i, /\btime limit exceeded\b/i],
  advice: next("Give it more time, do less in one call, or run it in the background and look at its output later."),
};
