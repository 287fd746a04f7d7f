import { call, type Message, resultsOf } from "./rig/index.ts";

export const files = { "a.txt": "one\n" };

/** Fails as long as `a.txt` is what it is. */
export const failingEdit = call("edit", { path: "a.txt", edits: [{ oldText: "missing", newText: "two" }] });

/** Which tool results are refusals by the gate, in order. */
export function refusalsIn(messages: readonly Message[]): readonly boolean[] {
  return resultsOf(messages).map(({ text }) => text.startsWith('{"MUST":true'));
}
