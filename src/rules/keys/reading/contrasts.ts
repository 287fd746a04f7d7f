import { nameWords } from "../../../core/name-words.ts";
import { contrastingWords } from "../../aliases/contrasting-words.ts";
import { meaningfulWords, singular } from "./words.ts";

/** Units of measure: a number under the name of one is no number of another. */
const UNITS: ReadonlySet<string> = new Set(
  `ms msec millisecond s sec second min minute h hr hour kb mb gb byte bit cent dollar euro usd eur gbp percent percentage
  ratio fraction c f k celsius fahrenheit kelvin m meter metre km kilometer mile mi foot feet ft in inch cm centimeter mm
  millimeter kg kilogram g gram pound lb ounce oz l liter gallon degree deg radian rad pixel px em`.split(/\s+/),
);

/** Words that turn around, or narrow, what the rest of a name says. */
const NARROWING: ReadonlySet<string> = new Set(
  `no not non never without skip dont disable ignore exclude only except un opt old new previous current original minimum
  maximum first last total average deleted removed added excluded included blocked size limit index offset count before
  after start end from to next new opposite other another alternate prior parent sub pre post`.split(/\s+/),
);

/**
 * Whether two names say that they are different things: a word against its counterpart (`deposit`, `withdraw`), another
 * unit, another number, or one that is only part of the other and narrowed by the rest (`price` and `min_price`).
 */
export function isContrast(one: string, other: string): boolean {
  const [words, others] = [meaningfulWords(one), meaningfulWords(other)];
  return (
    contrastingWords.some((group) => tellsApart(group, words, others)) ||
    isOtherUnit(nameWords(one).map(singular), nameWords(other).map(singular)) ||
    digitsOf(one) !== digitsOf(other) ||
    isNegation(words.join(""), others.join("")) ||
    differsInLetter(nameWords(one), nameWords(other)) ||
    narrows(words, others) ||
    narrows(others, words)
  );
}

function tellsApart(group: readonly string[], words: readonly string[], others: readonly string[]): boolean {
  const ours = group.filter((word) => words.includes(word));
  const theirs = group.filter((word) => others.includes(word));
  return ours.length > 0 && theirs.length > 0 && !ours.some((word) => theirs.includes(word));
}

/** Whether units differ; beside the same words even a unit on one side is one: `timeout` is no `timeout_ms`. */
function isOtherUnit(words: readonly string[], others: readonly string[]): boolean {
  const [units, otherUnits] = [words, others].map((list) => list.filter((word) => UNITS.has(word)));
  if (units === undefined || otherUnits === undefined || (units.length === 0 && otherUnits.length === 0)) return false;
  const isShared = words.some((word) => !UNITS.has(word) && others.includes(word));
  const isOneSided = units.length === 0 || otherUnits.length === 0;
  return isOneSided ? isShared : !units.some((unit) => otherUnits.includes(unit));
}

function digitsOf(name: string): string {
  return name.replaceAll(/\D/gu, "");
}

/** Whether one folded name is the other one denied: `inactive`, `nonrecursive`, `disallow`. */
function isNegation(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return (
    longer.endsWith(shorter) &&
    /^(?:un|in|im|ir|il|non|dis|de|no|not|dont|donot|anti|optout)$/u.test(longer.slice(0, -shorter.length))
  );
}

/** Whether names are the same but for words of one letter: `team_a`, `team_b`. */
function differsInLetter(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const apart = words.filter((word, at) => word !== others[at]);
  return (
    apart.length > 0 &&
    words.every((word, at) => word === others[at] || (word.length === 1 && others[at]?.length === 1))
  );
}

/** Whether a name is the other one with words that make it something narrower. */
function narrows(words: readonly string[], others: readonly string[]): boolean {
  const more = words.filter((word) => !others.includes(word));
  return more.length > 0 && others.every((word) => words.includes(word)) && more.some((word) => NARROWING.has(word));
}
