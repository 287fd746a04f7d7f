import { ARGUMENT_SHELLS } from "../../../core/argument-shells.ts";
import { isCallId, isCallNote } from "../../../core/call-notes.ts";
import { isKindOfCall } from "../../../core/envelope-words.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { nameWords } from "../../../core/name-words.ts";
import { fold } from "../../keys/reading/words.ts";

/** Keys beside such a shell that name the tool. */
const TOOL_NAMES: ReadonlySet<string> = new Set(
  "name tool toolname function functionname recipientname action method".split(" "),
);

/** Keys beside such a shell that say what it is. */
const KIND_KEYS: ReadonlySet<string> = new Set(["type", "kind", "role"]);
const KINDS = /^(?:object|function|toolcall|tooluse|functioncall|json|assistant)$/;
const ID_KEYS: ReadonlySet<string> = new Set(["id", "callid", "toolcallid", "tooluseid"]);

/** The value inside a shell of all the arguments, and the key it stood under. */
export interface Opened {
  readonly shell: string;
  readonly inside: Json;
  /** The other keys, which are arguments themselves or notes about the call. */
  readonly beside: JsonObject;
}

/**
 * Opens the one shell among the keys of an object. None when two keys could be it, or when the object names another
 * tool.
 * @param isDeclared A declared property is never a shell, nor part of one.
 */
export function openShell(
  value: JsonObject,
  toolName: string,
  isDeclared: (key: string) => boolean,
): Opened | undefined {
  const keys = Object.keys(value).filter((key) => !isDeclared(key));
  const shells = keys.filter((key) => isContainer(value[key]) && isShell(key, toolName));
  const [shell, rival] = shells;
  if (shell === undefined || rival !== undefined) return undefined;
  const others = keys.filter((key) => key !== shell);
  const isNote = (key: string) => isCallNote(key, value[key] ?? null);
  if (others.some((key) => !isNote(key) && !isCompanion(key, value[key] ?? null, toolName))) return undefined;
  const beside = Object.fromEntries(
    Object.entries(value).filter(([key, child]) => {
      return key !== shell && (isDeclared(key) || isNote(key)) && !isCompanionOfCall(key, child, toolName);
    }),
  );
  return { shell, inside: value[shell] ?? null, beside };
}

function isContainer(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 1 && isObject(value[0]);
  return isObject(value) || (typeof value === "string" && /^\s*["{].*["}]\s*$/su.test(value));
}

function isShell(key: string, toolName: string): boolean {
  return ARGUMENT_SHELLS.has(fold(key)) || isNameOfCall(nameWords(key), nameWords(toolName));
}

/** Whether a key is the tool's name, or says that the tool's arguments stand under it: `read`, `read_file_args`. */
function isNameOfCall(words: readonly string[], toolWords: readonly string[]): boolean {
  const others = words.filter((word) => !toolWords.includes(word));
  return words.length > 0 && others.every((word) => ARGUMENT_SHELLS.has(word));
}

function isCompanion(key: string, value: Json, toolName: string): boolean {
  const name = fold(key);
  if (TOOL_NAMES.has(name)) return isToolName(key, value, toolName);
  if (name === "required") return Array.isArray(value);
  if (name === "additionalproperties") return typeof value === "boolean";
  if (typeof value !== "string") return false;
  return (KIND_KEYS.has(name) && KINDS.test(fold(value))) || (ID_KEYS.has(name) && isCallId(value));
}

/** Whether even a declared key belongs to the envelope: it names the tool, or says that this is a call. */
function isCompanionOfCall(key: string, value: Json, toolName: string): boolean {
  return isToolName(key, value, toolName) || (typeof value === "string" && isKindOfCall(key, value));
}

function isToolName(key: string, value: Json, toolName: string): boolean {
  return TOOL_NAMES.has(fold(key)) && typeof value === "string" && namesTool(value, toolName);
}

/** Whether a text names the tool, perhaps behind a namespace. */
function namesTool(text: string, toolName: string): boolean {
  return fold(text.split(/[.:/]/u).at(-1) ?? "") === fold(toolName) || fold(text) === fold(toolName);
}
