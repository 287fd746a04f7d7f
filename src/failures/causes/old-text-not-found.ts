import { type Cause, next } from "../cause.ts";

export const oldTextNotFound: Cause = {
  code: "old_text_not_found",
  phase: "preflight",
  state: "failed",
  outside: false,
  patterns: [
    /could not find (?:the exact text|edits\[\d+\])/i,
    /\b(?:old_?(?:text|string|str)|(?:string|text) to replace|search (?:block|text|string))\b.{0,120}?not (?:be )?found/i,
    /no (?:exact )?match(?:es)? (?:was |were )?found for (?:the )?(?:old|search)/i,
  ],
  advice: next("Nothing was changed. Read the file again and copy the old text from it exactly, whitespace included."),
};
