import { type Cause, next } from "../cause.ts";

/** A failure no other class knows. */
export const toolError: Cause = {
  code: "tool_error",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [],
  advice: next("Read the error, then change the call or what it depends on; the same call alone fails again."),
};
