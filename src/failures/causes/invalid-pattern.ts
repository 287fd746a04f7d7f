import { type Cause, next } from "../cause.ts";

export const invalidPattern: Cause = {
  code: "invalid_pattern",
  phase: "preflight",
  state: "failed",
  outside: false,
  patterns: [
    /\bregex parse error\b/i,
    /\binvalid (?:regular expression|regexp?|(?:search )?pattern|glob)/i,
    /\berror (?:parsing|building) (?:regex|glob|pattern)/i,
    /\b(?:unclosed|unmatched|unterminated|missing) (?:group|bracket|brace|parenthes[ie]s|character class)/i,
  ],
  advice: next("Escape the special characters of the pattern, or search for it literally."),
};
