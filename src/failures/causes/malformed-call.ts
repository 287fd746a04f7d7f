import type { Cause } from "../cause.ts";

/** The arguments were not a JSON object. The host says so beside the text; wordings cannot tell. */
export const malformedCall: Cause = {
  code: "malformed_call",
  phase: "validation",
  state: "rejected",
  outside: false,
  patterns: [],
  advice: {
    kind: "repair",
    text: ({ tool }) =>
      `Send the arguments of ${tool} as one complete JSON object: double quotes, escaped newlines, no trailing commas.`,
  },
};
