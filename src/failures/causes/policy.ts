import { type Cause, next } from "../cause.ts";

/** A refusal by the user, a permission gate or another extension. Where the host says so, the words do not matter. */
export const policy: Cause = {
  code: "policy",
  phase: "policy",
  state: "rejected",
  outside: false,
  patterns: [
    /^tool execution was blocked\b/i,
    /\b(?:blocked|denied|rejected|declined|disallowed|forbidden) by (?:the |a |your )?(?:user|policy|permission|extension|administrator|rule|hook|sandbox)/i,
    /\buser (?:has )?(?:denied|rejected|declined|refused)\b/i,
    /\bnot allowed by\b/i,
  ],
  advice: next("This is not allowed. Reach the goal another way, or ask the user for leave."),
};
