import type { Cause } from "../cause.ts";

const LISTED = 12;

export const unknownTool: Cause = {
  code: "unknown_tool",
  phase: "validation",
  state: "rejected",
  outside: false,
  patterns: [/^tool \S+ not found\b/i, /^there is no tool\b/i],
  advice: {
    kind: "repair",
    text: (_attempt, { tools }) => {
      const more = tools.length > LISTED ? " …" : "";
      return `Call a tool that is active: ${tools.slice(0, LISTED).join(", ")}${more}.`;
    },
  },
};
