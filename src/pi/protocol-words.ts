import type { Variant } from "../protocol/variant.ts";

/** What a model reads whose envelope names no tool. */
export function explainUnnamed({ shape }: Variant): string {
  return [
    "Your last message held a tool call that names no tool or is not complete, so it did not run. Write it whole:",
    shape,
  ].join("\n");
}

/** What a model reads that wrote an envelope it was given to read. */
export function explainQuote(count: number): string {
  const [calls, stand, run, them] =
    count === 1 ? ["a tool call", "stands", "it", "it"] : [`${count} tool calls`, "stand", "they", "them"];
  return [
    `Your last message held ${calls} that ${stand} word for word in a text you were given, so ${run} did not run.`,
    `Quote such text in a fence of four backticks. Only if the user's task needs the call itself, write ${them} once more.`,
  ].join("\n");
}
