import { type Cause, next } from "../cause.ts";

export const pathOutsideWorkspace: Cause = {
  code: "path_outside_workspace",
  phase: "policy",
  state: "rejected",
  outside: false,
  patterns: [
    /\boutside (?:of )?(?:the |your )?(?:\w+ )?(?:workspace|working directory|project|cwd|sandbox|root|allowed)/i,
    /\bnot (?:with)?in (?:the |any )?(?:workspace|working directory|project|allowed director)/i,
    /\bpath (?:traversal|escapes)\b/i,
  ],
  advice: next("Use a path inside the working folder, or ask the user for access to this one."),
};
