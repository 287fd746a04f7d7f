import { type Cause, next } from "../cause.ts";

export const oldTextNotUnique: Cause = {
  code: "old_text_not_unique",
  phase: "preflight",
  state: "failed",
  outside: false,
  patterns: [
    /found \d+ (?:occurrences|matches) of/i,
    /\b(?:old_?(?:text|string|str)|(?:string|text) to replace)\b.{0,120}?(?:not unique|must be unique|multiple)/i,
    /edits\[\d+\] and edits\[\d+\] overlap/i,
  ],
  advice: next("Nothing was changed. Take more of the surrounding lines into the old text, so that one place fits."),
};
