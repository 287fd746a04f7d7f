import type { Tool, ToolCall } from "../core/call.ts";
import { isNoteName } from "../core/call-notes.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Pointer } from "../core/outcome.ts";
import { childPointer } from "../core/pointer.ts";
import { isDeclaredAtTop } from "../core/schema-names.ts";

/**
 * A note about the call that was made an argument while a text that is no note stays without a place:
 * `{"cmd_line": "ls", "note": "rm -rf x"}` does not ask to run the note.
 * @returns The argument that holds the note.
 */
export function findNoteTaken({ arguments: sent }: ToolCall, args: JsonObject, tool: Tool): Pointer | undefined {
  const declares = isDeclaredAtTop(tool.parameters);
  const texts = Object.entries(sent).filter(([key, value]) => typeof value === "string" && !declares(key));
  const stays = ([key, value]: Entry) => Object.hasOwn(args, key) && args[key] === value;
  if (!texts.some((entry) => !isNoteName(entry[0]) && stays(entry))) return undefined;
  const moved = texts.filter((entry) => isNoteName(entry[0]) && !stays(entry)).map(([, text]) => text);
  const taken = Object.entries(args).find(([key, value]) => !Object.hasOwn(sent, key) && moved.includes(value));
  return taken && childPointer("", taken[0]);
}

type Entry = readonly [key: string, value: Json];
