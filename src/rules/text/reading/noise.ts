import type { Tool } from "../../../core/call.ts";
import { isObject, type Json } from "../../../core/json.ts";
import { skipBlanks } from "./cursor.ts";
import { placesOf, squeezeKey } from "./places.ts";

/** Text around the values of a document, by where it stands. */
export interface Noise {
  readonly before: string;
  readonly after: readonly string[];
}

/** Nobody says more around a call. */
const MAX_CHARACTERS = 20_000;

/** Words that stand in front of an opening parenthesis without naming a tool. */
const CALL_WORDS = new Set(
  "call invoke run execute exec await return print json parse loads dumps dict object arguments args params input tool function".split(
    " ",
  ),
);

/**
 * Whether the text around the values says nothing that the values do not: no other value, no argument that would be lost, no
 * call of another tool. Prose, fences, tags of the call itself, ids and stray brackets say nothing.
 */
export function isNoise({ before, after }: Noise, values: readonly Json[], tool: Tool): boolean {
  if (before.length > MAX_CHARACTERS || after.some((text) => text.length > MAX_CHARACTERS && text.trim() !== ""))
    return false;
  const quoted = before.trim() === '"' && after.at(-1)?.trim() === '"';
  if (!quoted && after.some((text) => text.includes('"') || text.includes("“"))) return false;
  const declared = placesOf(tool).names([]);
  const lost = (name: string, written: string) =>
    declared.has(name) && !values.some((value) => says(value, name, written));
  return [before, ...after].every((text) => !holdsArgument(text, lost)) && !callsAnother(before, tool);
}

/** Whether a value has a member of that name, and a text goes on with what the member holds. */
function says(value: Json, name: string, written: string): boolean {
  if (!isObject(value)) return false;
  const squeezed = squeezeKey(name);
  const member = Object.entries(value).find(([key]) => squeezeKey(key) === squeezed)?.[1];
  return member !== undefined && member !== "" && typeof member !== "object" && written.startsWith(String(member));
}

const MARKUP = /<\/?(?:[\w｜|-]{1,32}:)?([\w-]{1,64})/y;
const MARKUP_OF_ARGUMENTS = /^(?:parameter|param|arg_key|arg_value|argument|arg)$/i;

function holdsArgument(text: string, lost: (name: string, written: string) => boolean): boolean {
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    MARKUP.lastIndex = at;
    const tag = MARKUP.exec(text)?.[1];
    if (tag !== undefined && (MARKUP_OF_ARGUMENTS.test(tag) || lost(tag, ""))) return true;
  }
  for (const { name, end } of assignments(text)) {
    if (lost(name, text.slice(skipBlanks(text, end)).replace(/^["'`]/, ""))) return true;
  }
  return false;
}

const BEFORE_SEPARATOR = /([\p{L}_$][\p{L}\p{N}_$-]*)["'”’`*]*\s?$/u;

/** The names in a text that a colon or an equals sign follows; `end` is the index behind that sign. */
export function* assignments(text: string): Generator<{ readonly name: string; readonly end: number }> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x3a && code !== 0x3d) continue;
    const name = BEFORE_SEPARATOR.exec(text.slice(Math.max(0, at - 48), at))?.[1];
    if (name !== undefined) yield { name, end: at + 1 };
  }
}

function callsAnother(before: string, tool: Tool): boolean {
  const name = /([\w.:-]{1,64})\s?\(\s?$/.exec(before.slice(-80))?.[1];
  if (name === undefined) return false;
  const last = name.split(/[.:]/).findLast((part) => /\D/.test(part)) ?? name;
  return !CALL_WORDS.has(last.toLowerCase()) && !squeezeKey(tool.name).endsWith(squeezeKey(last));
}
