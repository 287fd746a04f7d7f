import { rememberNames } from "../../../core/remember-names.ts";
import { type JsonSchema, typesOf } from "../../../core/schema.ts";
import { meaningfulWords } from "./words.ts";

/** Words that name a form or a role every parameter has. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `the my of target input given value name text string list array parameter argument field data param
  item object`.split(/\s+/),
);

/** Words for how many there are, which say nothing beside a number. */
const COUNT_WORDS: ReadonlySet<string> = new Set(["number", "count", "of", "no"]);

interface Signature {
  readonly words: readonly string[];
  /** The words in order of the alphabet. */
  readonly all: string;
  /** As `all`, without count words. */
  readonly counts: string;
}

const signatureOf = rememberNames((name): Signature => {
  const words = meaningfulWords(name);
  return { words, all: key(words), counts: key(words.filter((word) => !COUNT_WORDS.has(word))) };
});

/**
 * Whether a sent name is a property's name in the same words.
 * @param declared The properties of the object, by name.
 */
export function isSameInWords(
  from: string,
  name: string,
  declared: ReadonlyMap<string, JsonSchema>,
  root: JsonSchema,
): boolean {
  const [sent, target] = [signatureOf(from), signatureOf(name)];
  if (sent.all === target.all) return true;
  if (!sent.words.some((word) => target.words.includes(word))) return false;
  const [more, less] = [without(sent.words, target.words), without(target.words, sent.words)];
  if (target.words.length === 0) return false;
  if (less.length === 0)
    return more.every((word) => EMPTY_WORDS.has(word)) && !(more.includes("name") && isContent(target.words));
  if (more.length === 0 && less.every((word) => EMPTY_WORDS.has(word))) {
    // `user` is `user_name` only where there is no `user_id` that it could be as well.
    return ![...declared.keys()].some((other) => other !== name && shares(sent, other));
  }
  if (sent.counts === "" || sent.counts !== target.counts) return false;
  const types = typesOf(declared.get(name), root);
  return types.has("integer") && !types.has("string");
}

/** Names of texts, which have no name themselves: a `content_name` is not the content. */
const CONTENTS: ReadonlySet<string> = new Set(
  "content text body command code script message prompt pattern query comment description data".split(" "),
);

function isContent(words: readonly string[]): boolean {
  return words.some((word) => CONTENTS.has(word));
}

/** The words of one list that are left once each word of the other has taken its like. */
function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const taken = [...others];
  return words.filter((word) => {
    const at = taken.indexOf(word);
    if (at !== -1) taken.splice(at, 1);
    return at === -1;
  });
}

function shares(sent: Signature, name: string): boolean {
  const { words } = signatureOf(name);
  return sent.words.some((word) => words.includes(word));
}

function key(words: readonly string[]): string {
  return words.toSorted().join(" ");
}
