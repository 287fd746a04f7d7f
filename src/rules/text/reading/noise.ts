import type { Tool } from "../../../core/call.ts";
import { isObject, type Json } from "../../../core/json.ts";
import { skipBlanks } from "./cursor.ts";
import { placesOf, squeezeKey } from "./places.ts";

/** Text around the values of a document, by where it stands. */
export interface Noise {
  readonly before: string;
  readonly after: readonly string[];
}

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
  const quoted = before.trim() === '"' && after.at(-1)?.trim() === '"';
  if (!quoted && after.some((text) => text.includes('"') || text.includes("“"))) return false;
  const lost = (name: string) => placesOf(tool).names([]).has(name) && !values.some((value) => names(value, name));
  return [before, ...after].every((text) => !holdsArgument(text, lost)) && !callsAnother(before, tool);
}

function names(value: Json, name: string): boolean {
  const squeezed = squeezeKey(name);
  return isObject(value) && Object.keys(value).some((key) => squeezeKey(key) === squeezed);
}

const MARKUP = /<\/?(?:[\w｜|-]{1,32}:)?([\w-]{1,64})/y;
const MARKUP_OF_ARGUMENTS = /^(?:parameters?|params?|arg_key|arg_value|argument|arg)$/i;

function holdsArgument(text: string, lost: (name: string) => boolean): boolean {
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    MARKUP.lastIndex = at;
    const tag = MARKUP.exec(text)?.[1];
    if (
      tag !== undefined &&
      ((MARKUP_OF_ARGUMENTS.test(tag) && /[=\s]/.test(text.charAt(MARKUP.lastIndex))) || lost(tag))
    ) {
      return true;
    }
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x3a && code !== 0x3d) continue;
    const name = /([\p{L}_$][\p{L}\p{N}_$-]*)["'”’`*]*\s?$/u.exec(text.slice(Math.max(0, at - 48), at))?.[1];
    if (name !== undefined && lost(name) && skipBlanks(text, at + 1) < text.length) return true;
  }
  return false;
}

function callsAnother(before: string, tool: Tool): boolean {
  const name = /([\w.:-]{1,64})\s?\(\s?$/.exec(before.slice(-80))?.[1];
  if (name === undefined) return false;
  const last = name.split(/[.:]/).findLast((part) => /\D/.test(part)) ?? name;
  return !CALL_WORDS.has(last.toLowerCase()) && !squeezeKey(tool.name).endsWith(squeezeKey(last));
}
