import { meaningfulWords } from "./words.ts";

/** Words that stand for different things of one kind: who sends one of them does not mean another. */
const CONTRASTS: readonly (readonly string[])[] = [
  "width height depth length thickness radius diameter size",
  "minimum maximum lower upper",
  "start begin end stop finish",
  "first second third last next previous middle",
  "from to",
  "source destination target origin",
  "old new current original",
  "before after",
  "left right top bottom up down",
  "x y z",
  "latitude longitude altitude elevation",
  "row column col",
  "north south east west",
  "red green blue alpha",
  "sender recipient receiver author owner assignee reviewer",
  "parent child sibling root",
  "year month week date hour minute second millisecond ms",
  "input output",
  "read write append delete",
  "key value",
  "username password email telephone address",
  "title description body content summary comment",
  "price quantity total discount tax",
  "city country state county region zip postcode street",
  "include exclude",
  "question answer",
  "height weight age gender",
].map((line) => line.split(" "));

/** Units of measure: a number under the name of one is no number of another. */
const UNITS: ReadonlySet<string> = new Set(
  `ms millisecond second sec minute hour kb mb gb byte bit cent dollar euro usd eur percent percentage ratio fraction celsius
  fahrenheit kelvin meter metre kilometer km mile mi foot feet inch cm mm kg gram pound lb ounce liter gallon degree radian
  pixel px`.split(/\s+/),
);

/** Whether two names say that they are different things, or measured in different units. */
export function isContrast(one: string, other: string): boolean {
  const [words, others] = [meaningfulWords(one), meaningfulWords(other)];
  if (CONTRASTS.some((group) => tellsApart(group, words, others))) return true;
  const units = words.filter((word) => UNITS.has(word));
  const otherUnits = others.filter((word) => UNITS.has(word));
  return units.length > 0 && otherUnits.length > 0 && !units.some((unit) => otherUnits.includes(unit));
}

function tellsApart(group: readonly string[], words: readonly string[], others: readonly string[]): boolean {
  const ours = group.filter((word) => words.includes(word));
  const theirs = group.filter((word) => others.includes(word));
  return ours.length > 0 && theirs.length > 0 && !ours.some((word) => theirs.includes(word));
}
