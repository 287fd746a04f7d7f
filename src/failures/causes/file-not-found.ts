import { type Cause, next } from "../cause.ts";

export const fileNotFound: Cause = {
  code: "file_not_found",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [
    /\bENOENT\b/,
    /no such file or directory/i,
    /\b(?:file|path|directory|folder|pathspec)\b.{0,200}?(?: was| is| does)? not (?:found|exist)/i,
    /^path not found\b/i,
    /cannot find (?:the (?:file|path|drive) specified|path\b)/i,
    /could not find (?:file|a part of the path)\b/i,
  ],
  advice: next("Nothing is at this path. List its folder or search for the name, then call with the path that exists."),
};
