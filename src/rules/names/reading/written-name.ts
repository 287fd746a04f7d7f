import { joinedPrefixes, namePrefixes, nameSuffixes } from "../../aliases/name-affixes.ts";

/** A name as a model wrote it, taken apart. */
export interface WrittenName {
  /** What is left of the name, without template tokens, quotes, ids and blanks around it. */
  readonly core: string;
  /** Argument text that was glued to the name: `{"command":"ls"}`, `(path="a")`; `""` for none. */
  readonly glued: string;
}

/** Longer names are cut; arguments that were glued to one are not read then. */
const MAX_CHARACTERS = 100_000;

const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;
const LEADING =
  /^(?:[\s"'`*“”$@/]|<\|[^|<>]{0,64}\|>|<\/?(?:tool_calls?|function_calls?|tools?)>|<(?:function|invoke|tool|tool_call)(?:=|\s+name=)|<(?=\p{L})|\[TOOL_CALLS\])+/iu;
const CORE = /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$.:/-]|[ ](?=[\p{L}\p{N}])|=(?=functions))*/u;
const TRAILING =
  /^(?:[\s"'`*“”:;,.!]|<\|[^|<>]{0,64}\|>[a-z]{0,16}|<\/?[\w:|=.-]{1,64}>|<\/?[\w:|=.-]{1,64}$|\(\s*\)|\[\]|\{\s*\}|>|\($|#\d+|\[(?:ARGS|CALL_ID)\])*/;

/** @returns `undefined` where something stands behind the name that is neither a token nor arguments. */
export function takeApart(name: string): WrittenName | undefined {
  const text = fromRecipient(name.slice(0, MAX_CHARACTERS).replaceAll(INVISIBLE, "")).replace(LEADING, "");
  const core = CORE.exec(text)?.[0];
  if (core === undefined || core.length > 200) return undefined;
  const rest = text.slice(core.length).replace(TRAILING, "").trim();
  if (rest !== "" && (!/^[{(]/.test(rest) || name.length > MAX_CHARACTERS)) return undefined;
  return { core: core.replace(/(?:[:#]\s*\d+|[:.\s/-]+)$/, ""), glued: rest };
}

/** The part of a harmony header that names the recipient: `assistant to=functions.read<|channel|>…`. */
function fromRecipient(name: string): string {
  const at = /(?:^|[\s>])to=/.exec(name);
  return at === null ? name : name.slice(at.index + at[0].length);
}

/** The core without affixes that runtimes and models add, one at a time: the nearest spelling first. */
export function withoutAffixes(core: string): readonly string[] {
  const found: string[] = [];
  for (let name = core; ; ) {
    const shorter = withoutPrefix(name);
    if (shorter === undefined) break;
    found.push(shorter);
    name = shorter;
  }
  return [...found, ...[core, ...found].flatMap((name) => withoutSuffix(name) ?? [])];
}

function withoutPrefix(name: string): string | undefined {
  for (const pattern of [TWO_WORDS, ONE_WORD]) {
    const [whole, prefix = "", separator = ""] = pattern.exec(name) ?? [];
    if (whole === undefined || !namePrefixes.has(prefix.toLowerCase())) continue;
    if (!/^[_\s-]$/.test(separator) || joinedPrefixes.has(prefix.toLowerCase())) return name.slice(whole.length);
  }
  return undefined;
}

const ONE_WORD = /^(\p{L}+)(::|__|[.:/=\s_-])(?=[\p{L}\p{N}_$])/u;
const TWO_WORDS = /^(\p{L}+_\p{L}+(?:_\p{L}+)?)(::|__|[.:/=\s_-])(?=[\p{L}\p{N}_$])/u;

function withoutSuffix(name: string): string | undefined {
  const [whole, suffix = ""] = /[_\-.\s:]?(Tool|Function|tool|function|func|fn|call)$/.exec(name) ?? [];
  if (whole === undefined || whole.length === name.length || !nameSuffixes.has(suffix.toLowerCase())) return undefined;
  const separated = whole.length > suffix.length || /[A-Z]/.test(suffix.charAt(0));
  return separated ? name.slice(0, -whole.length) : undefined;
}
