import { type Cause, next } from "../cause.ts";

export const outputLimit: Cause = {
  code: "output_limit",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [
    /\bmax_?buffer\b.{0,40}exceeded/i,
    /\bERR_CHILD_PROCESS_STDIO_MAXBUFFER\b/,
    /\b(?:output|response|result|file|content)s?\b.{0,60}?(?:too large|exceed(?:s|ed)\b|over the limit)/i,
  ],
  advice: next("Ask for less at once: a narrower search, a part of the file, or output written to a file."),
};
