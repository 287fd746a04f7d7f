import { type Cause, next } from "../cause.ts";

export const network: Cause = {
  code: "network",
  phase: "execution",
  state: "failed",
  outside: true,
  patterns: [
    /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)\b/,
    /\bfetch failed\b/i,
    /\bsocket hang up\b/i,
    /\b(?:network is unreachable|could not resolve host|(?:temporary failure in )?name resolution)/i,
    /\bconnection (?:was )?(?:refused|reset|closed|timed out)\b/i,
    /\b(?:429|502|503|504)\b.{0,40}(?:too many requests|bad gateway|unavailable|gateway time)/i,
  ],
  advice: next("The other side did not answer. Check that it runs and the address is right, or go on without it."),
};
