/** The text of a call without one code fence around it, or without sentences before and after its object. */
export function withoutSurroundings(text: string): string {
  return unfenced(text.trim()) ?? withoutSentences(text);
}

function unfenced(text: string): string | undefined {
  const fence = text.slice(0, 3);
  if ((fence !== "```" && fence !== "~~~") || !text.endsWith(fence)) return undefined;
  const from = text.indexOf("\n");
  return from !== -1 && from < text.length - 3 && /^\w*\s*$/.test(text.slice(3, from))
    ? text.slice(from, -3)
    : undefined;
}

function withoutSentences(text: string): string {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}") + 1;
  if (from === -1 || to < from) return text;
  return isSentence(text.slice(0, from)) && isSentence(text.slice(to)) ? text.slice(from, to) : text;
}

/** Whether a text quotes nothing, names no values and holds no other notation. */
function isSentence(text: string): boolean {
  return text.length < MAX_CHARACTERS && !/["`=<>{}[\]“”‘]|'[^']*'/.test(text);
}

const MAX_CHARACTERS = 1000;
