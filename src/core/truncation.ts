import type { Failure } from "./outcome.ts";

/** Characters of broken argument text up to which it is read. */
const MAX_CHARACTERS = 1_000_000;

type TextFailure = Extract<Failure, { readonly code: "malformed-json" | "truncated" | "too-large" }>;

/** What is the matter with argument text that is not a JSON object: too long to read, cut off, or malformed. */
export function describeBrokenText(raw: string): TextFailure {
  if (raw.length > MAX_CHARACTERS) {
    return { code: "too-large", reason: `the argument text has ${raw.length} characters` };
  }
  return cutOff(raw) ?? { code: "malformed-json", reason: "the arguments are not a JSON object" };
}

/** How the text ends, read as JSON: inside a string, or with objects or lists still open. */
function cutOff(raw: string): TextFailure | undefined {
  const open: string[] = [];
  let inString = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") open.push(char);
    else if (char === "}" || char === "]") open.pop();
  }
  if (open.length === 0) return undefined;
  if (inString) return { code: "truncated", reason: "the text ends inside a string" };
  return {
    code: "truncated",
    reason: open.at(-1) === "[" ? "the text ends inside a list" : "the text ends inside an object",
  };
}
