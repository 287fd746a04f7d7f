import { type Cause, next } from "../cause.ts";

export const cancelled: Cause = {
  code: "cancelled",
  phase: "cancelled",
  state: "failed",
  outside: false,
  patterns: [
    /^(?:operation|command|request|tool|execution|tool execution|script|call) (?:was |has been )?(?:aborted|cancell?ed)\b/i,
    /^(?:this operation was |the user )?(?:aborted|cancell?ed)\b.{0,20}$/i,
    /\bAbortError\b/,
  ],
  advice: next("The user stopped it. Do it again only if the user still wants it."),
};
