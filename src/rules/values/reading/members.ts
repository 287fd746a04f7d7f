import { nameWords } from "../../../core/name-words.ts";
import { rememberNames } from "../../../core/remember-names.ts";
import { isSchemaObject } from "../../../core/schema.ts";

/** The strings that one alternative of a schema lists by `enum` or `const`; empty when it lists none. */
export function membersOf(schema: unknown): readonly string[] {
  if (!isSchemaObject(schema)) return NONE;
  let members = knownMembers.get(schema);
  if (members === undefined) {
    const listed = Object.hasOwn(schema, "const") ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : NONE;
    members = listed.filter((member) => typeof member === "string");
    knownMembers.set(schema, members);
  }
  return members;
}

const NONE: readonly string[] = [];
const knownMembers = new WeakMap<object, readonly string[]>();

/** From the faithful spelling to the freest; the first under which any member matches decides. */
const FOLDS: readonly ((text: string) => string)[] = [
  rememberNames(bare),
  rememberNames((text) => bare(text).toLowerCase()),
  rememberNames(squeeze),
];

/** Longer texts are no spelling of a member. */
const MAX_LENGTH = 500;

/**
 * The one member a text is another spelling of: by outer punctuation, case, separators, or the property's own name in
 * front (`Status.open`). Two members under one spelling are no match.
 */
export function foldToMember(text: string, members: readonly string[], key: string): string | undefined {
  if (members.length === 0 || text.length > MAX_LENGTH) return undefined;
  return fold(text, members) ?? fold(withoutLabel(text, key), members);
}

function fold(text: string, members: readonly string[]): string | undefined {
  for (const spell of FOLDS) {
    const spelled = spell(text);
    if (spelled === "") continue;
    const matches = members.filter((member) => spell(member) === spelled);
    if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined;
  }
  return undefined;
}

const OUTER = /^[\s"'`“”‘’[(,;]+|[\s"'`“”‘’\]).,;:]+$/gu;

function bare(text: string): string {
  return text.normalize("NFKC").replaceAll(OUTER, "");
}

/** In lower case and without separators beside a letter; those between digits, and signs, belong to the number. */
export function squeeze(text: string): string {
  return bare(text)
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[\s_\-./]+(?=[\p{L}\d])|(?<=\d)[\s_\-./]+(?=\p{L})/gu, "");
}

function withoutLabel(text: string, key: string): string {
  const label = /^\s*([\p{L}\d_ -]+?)\s*(?:[.:=]|=>)\s*(?=\S)/u.exec(text);
  const same = label !== null && nameWords(label[1] ?? "").join("") === nameWords(key).join("");
  return label !== null && same && key !== "" ? text.slice(label[0].length) : "";
}
