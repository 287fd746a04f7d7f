import { type Cause, next } from "../cause.ts";

/** Somebody else holds what is needed, for a moment most of the time: an editor, a scanner, another process. */
export const busy: Cause = {
  code: "busy",
  phase: "execution",
  state: "failed",
  outside: true,
  patterns: [
    /\b(?:EBUSY|ETXTBSY|EAGAIN|EMFILE|ENFILE|EDEADLK)\b/,
    /\bbeing used by another (?:process|program|person)\b/i,
    /\b(?:resource|device|file|text file|database)(?: is)? (?:busy|locked)\b/i,
    /\bresource temporarily unavailable\b/i,
    /\btoo many open files\b/i,
    /\b(?:could not|cannot|can't|unable to|failed to) (?:acquire|obtain|get|take)\b.{0,60}\block\b/i,
    /\.lock'?: file exists\b/i,
  ],
  advice: next("Another process holds it at the moment. Find out which, or try once more a little later."),
};
