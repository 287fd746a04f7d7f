import { nameWords } from "./name-words.ts";

/** Words that tell the two sides of a pair apart. */
const PAIRS = [
  "old new",
  "original new",
  "original updated",
  "before after",
  "first second",
  "from to",
  "source destination",
  "source target",
  "start end",
  "min max",
  "left right",
  "a b",
  "1 2",
].map((pair) => pair.split(" "));

/**
 * The word by which one name differs from the other side of its pair: `new` for `new_content` beside `old_content`.
 * `undefined` for names that are no pair.
 */
export function oppositeWord(name: string, other: string): string | undefined {
  const [words, others] = [nameWords(name), nameWords(other)];
  if (words.length !== others.length) return undefined;
  const [at, ...more] = [...words.keys()].filter((index) => words[index] !== others[index]);
  if (at === undefined || more.length > 0) return undefined;
  const [word = "", opposite = ""] = [words[at], others[at]];
  return PAIRS.some((pair) => pair.includes(word) && pair.includes(opposite)) ? word : undefined;
}
