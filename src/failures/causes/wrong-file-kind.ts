import { type Cause, next } from "../cause.ts";

export const wrongFileKind: Cause = {
  code: "wrong_file_kind",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [/\b(?:EISDIR|ENOTDIR)\b/, /\b(?:is a|not a) directory\b/i],
  advice: next(
    "A file and a folder were mixed up here. List the folder and name the file, or the folder, that is meant.",
  ),
};
