import { type Cause, next } from "../cause.ts";

export const invalidOption: Cause = {
  code: "invalid_option",
  phase: "preflight",
  state: "failed",
  outside: false,
  patterns: [
    /\b(?:unknown|unrecogni[sz]ed|invalid|illegal|unexpected|unsupported) (?:option|argument|flag|switch|parameter)/i,
    /\bparameter cannot be found that matches/i,
    /^invalid (?:timeout|offset|limit)\b/i,
    /^offset \d+ is beyond end of file/i,
  ],
  advice: next("Drop or correct the option that the diagnostic names; the tool's description lists what it takes."),
};
