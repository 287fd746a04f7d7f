import { type Cause, next } from "../cause.ts";

export const commandNotFound: Cause = {
  code: "command_not_found",
  phase: "execution",
  state: "failed",
  outside: false,
  patterns: [
    /command not found/i,
    /\bspawn \S+ ENOENT\b/,
    /is not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)/i,
    /\bthe term '.{1,200}' is not recognized/i,
    /is not available and could not be downloaded/i,
    /executable file not found/i,
  ],
  advice: next("This program is not installed here. Use one that is, or ask the user before installing it."),
};
