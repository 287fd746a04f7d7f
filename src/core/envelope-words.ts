import type { Account } from "./account.ts";
import { isCallId, isCallNote, isNoOp } from "./call-notes.ts";
import { fits } from "./fits.ts";
import { foldName } from "./name-words.ts";
import { parseJson } from "./parse-json.ts";
import { isPlaceholderWord } from "./placeholders.ts";
import type { Residual } from "./residue.ts";
import { propertiesOf } from "./schema.ts";
import { isClosed, wordsOf } from "./schema-names.ts";

/** Names of calls and kinds, as envelopes carry them. */
const ENVELOPE_WORDS = new Set(["function", "tooluse", "toolcall", "functioncall", "call", "tool"]);
const KIND_KEYS = new Set(["type", "kind", "role"]);
const TYPE_WORDS = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
  "float",
  "int",
  "str",
]);

/** Commands of an editor that is several tools in one: which tool is called in its place says the same. */
const EDITOR_COMMANDS = new Set(["view", "create", "write", "strreplace"]);

/** Whether a value says that what stands beside it is a call. */
export function isKindOfCall(key: string, text: string): boolean {
  return KIND_KEYS.has(foldName(key)) && ENVELOPE_WORDS.has(foldName(text));
}

/** Whether a value is only part of an envelope, a note about the call, or a word for nothing. */
export function isStructure({ emitted, result, root }: Account, { key, text, quoted }: Residual): boolean {
  const word = foldName(text.replace(/^(?:functions|tools?|default_api)[.:/]/i, ""));
  // The property's own name in front of an enum member: `Status.open`.
  if (word !== "" && text.endsWith(".") && word === foldName(key)) return true;
  if (word === foldName(result.name) || word === foldName(emitted.name)) return true;
  if (KIND_KEYS.has(foldName(key)) && (ENVELOPE_WORDS.has(word) || TYPE_WORDS.has(word))) return true;
  const declared = propertiesOf(root, root).get(key);
  if (isPlaceholderWord(text)) return !quoted || declared === undefined || !fits(text, declared, root);
  if (declared !== undefined) return false;
  if (key === "command" && result.name !== emitted.name && EDITOR_COMMANDS.has(word)) return true;
  const value = /^[\s{[\d"tfn-]/.test(text) ? (parseJson(text) ?? text) : text;
  if (isCallId(text)) return true;
  if (isNoOp(key, value) || (isCallNote(key, value) && isClosed(root))) return true;
  return text.length > 8 && wordsOf(root).has(text);
}
