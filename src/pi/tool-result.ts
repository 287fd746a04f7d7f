/** The text of a tool result, as `tool_execution_end` or a toolResult message carries it. */
export function resultText(result: unknown): string {
  if (typeof result !== "object" || result === null || !("content" in result) || !Array.isArray(result.content))
    return "";
  return result.content.map((part: unknown) => (isText(part) ? part.text : "")).join("");
}

function isText(part: unknown): part is { readonly type: "text"; readonly text: string } {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}
