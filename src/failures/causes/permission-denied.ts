import { type Cause, next } from "../cause.ts";

export const permissionDenied: Cause = {
  code: "permission_denied",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [
    /\b(?:EACCES|EPERM|EROFS)\b/,
    /permission denied/i,
    /operation not permitted/i,
    /read-only file system/i,
    /access (?:to .{1,200} )?(?:is|was) denied/i,
    /\bUnauthorizedAccessException\b/,
  ],
  advice: next(
    "The rights for this are missing. Choose a place that may be changed, or ask the user; do not retry as is.",
  ),
};
