import type { Tool } from "../../../core/call.ts";
import { placesOf } from "./places.ts";

const MEMBER = /[{,(\s]\s*\\?["']?([\p{L}_$][\p{L}\p{N}_$.-]{0,127})\\?["']?\s*[:=]/gu;
/** Characters of a text that are looked at. */
const MAX_CHARACTERS = 2000;

/** Whether a text holds the arguments of the call rather than the value of one: an object, or markup, with the tool's own names. */
export function holdsCall(text: string, tool: Tool): boolean {
  const head = text.slice(0, MAX_CHARACTERS);
  if (/^\s*<\/?(?:[\w-]+:)?(?:tool_call|function_call|invoke|function|parameter|arg_key)\b/iu.test(head)) return true;
  if (!head.includes("{")) return false;
  const names = placesOf(tool).names([]);
  return [...head.slice(head.indexOf("{")).matchAll(MEMBER)].some(([, name = ""]) => names.has(name));
}
