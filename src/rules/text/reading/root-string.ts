import { Cursor, skipBlanks } from "./cursor.ts";
import { FAILED, type Reading } from "./failed.ts";

const FENCE = /```[\w-]*\s*/y;

/** The text of a string that is all a text holds, apart from blanks and a code fence around it. */
export function readRootString(text: string): Reading<string> {
  const start = skipBlanks(text, 0);
  FENCE.lastIndex = start;
  const fence = FENCE.exec(text)?.[0] ?? "";
  const cursor = new Cursor(text, skipBlanks(text, start + fence.length));
  if (!cursor.atQuote()) return FAILED;
  const content = cursor.string();
  if (content === FAILED) return FAILED;
  const rest = text.slice(cursor.at).trim();
  return rest === "" || rest === "```" || rest === ";" ? content : FAILED;
}
