import { fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from "@earendil-works/pi-ai";
import { describe, expect, test } from "vitest";
import { assistantCalls, results, startSession } from "./session.ts";

const on = { grammarRepair: { enabled: true } };
const stop = (text: string) => fauxAssistantMessage([fauxText(text)], { stopReason: "stop" });
const written =
  '<tool_call>\n<function=write>\n<parameter=path>\na.txt\n</parameter>\n<parameter=content>\nx\n</parameter>\n</function>\n</tool_call>';

test("a call in text runs, and the session holds it as a call with the rest of the text", async () => {
  await using pi = await startSession({ settings: on, replies: [stop(`Writing it.\n${written}`)] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(assistantCalls(pi)).toMatchObject([{ name: "write", arguments: { path: "a.txt", content: "x" } }]);
  expect(pi.contexts[1]?.[1]).toMatchObject({ stopReason: "toolUse", content: [{ type: "text", text: "Writing it." }, { type: "toolCall" }] });
  expect(pi.errors).toEqual([]);
});
