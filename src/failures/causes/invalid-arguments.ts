import type { Cause } from "../cause.ts";

/** The host refused the arguments before anything ran. */
export const invalidArguments: Cause = {
  code: "invalid_arguments",
  phase: "validation",
  state: "rejected",
  outside: false,
  patterns: [/^validation failed for tool "/i, /^invalid arguments for tool "/i],
  advice: {
    kind: "repair",
    text: ({ tool }) => `Correct what the diagnostic names, by the schema of ${tool}, and keep the rest.`,
  },
};
