import { fauxAssistantMessage, fauxToolCall, type ToolResultMessage } from "@earendil-works/pi-ai";
import { expect, test } from "vitest";
import { writeNote } from "../../src/memory/note.ts";
import { attemptsOf } from "../../src/pi/attempts.ts";

const call = fauxToolCall("read", { path: "a.txt", offset: 3 });
const note = writeNote([
  { rule: "rename-alias", tool: "read", field: "offset", form: "name", sent: "start_line", right: "offset" },
]);

function attempt(...texts: readonly string[]) {
  const result: ToolResultMessage = {
    role: "toolResult",
    toolCallId: call.id,
    toolName: "read",
    content: texts.map((text) => ({ type: "text", text })),
    isError: true,
    timestamp: 0,
  };
  const [found] = attemptsOf(fauxAssistantMessage([call]), [result], new Map());
  return { result, text: found?.attempt.text, of: found?.result };
}

test("what a tool said is known without the note that was put behind it", () => {
  const { result, text, of } = attempt("Offset 3 is beyond end of file", note);
  expect(text).toBe("Offset 3 is beyond end of file");
  expect(of).toBe(result);
});

test("text of a tool that speaks of notes stays", () => {
  expect(attempt(`Found: ${note}`, "end").text).toBe(`Found: ${note}end`);
});
