import { type Cause, next } from "../cause.ts";

export const encoding: Cause = {
  code: "encoding",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [
    /\bUnicode(?:De|En)codeError\b/,
    /\bcodec can't (?:de|en)code\b/i,
    /\b(?:EILSEQ|illegal byte sequence)\b/i,
    /\b(?:invalid|malformed) (?:utf-?(?:8|16)|unicode|byte sequence|encoding|character encoding)/i,
    /\b(?:binary file|not (?:a )?(?:valid )?(?:utf-?8|text)(?: file)?\b)/i,
  ],
  advice: next(
    "The bytes are not the text that was expected. Look at the file's kind and encoding before another try.",
  ),
};
