import type { ToolCounts } from "./report.ts";

/** What the tables of tools show, from left to right: a figure and its title. */
export const toolColumns: readonly (readonly [keyof ToolCounts, string])[] = [
  ["calls", "calls"],
  ["failed", "failed"],
  ["distorted", "distorted"],
  ["mended", "mended"],
  ["repaired", "repaired"],
  ["needsModel", "needs model"],
  ["refused", "refused"],
  ["unknown", "unknown"],
];
