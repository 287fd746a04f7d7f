import { nameWords } from "../../../core/name-words.ts";
import { rememberNames } from "../../../core/remember-names.ts";

export { foldName as fold } from "../../../core/name-words.ts";

/** Abbreviations and words that stand for another in names, each with the word it is read as. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    "addr address",
    "app application",
    "arg argument",
    "args argument",
    "attr attribute",
    "avg average",
    "btn button",
    "cat category",
    "cfg config",
    "cmd command",
    "cnt count",
    "conf config",
    "configuration config",
    "ctx context",
    "day date",
    "db database",
    "desc description",
    "dest destination",
    "dir directory",
    "dist distance",
    "doc document",
    "dst destination",
    "elem element",
    "env environment",
    "err error",
    "fmt format",
    "folder directory",
    "freq frequency",
    "idx index",
    "img image",
    "info information",
    "lang language",
    "lat latitude",
    "len length",
    "lng longitude",
    "loc location",
    "lon longitude",
    "max maximum",
    "mail email",
    "min minimum",
    "msg message",
    "nr number",
    "num number",
    "opt option",
    "org organization",
    "organisation organization",
    "param parameter",
    "params parameter",
    "passwd password",
    "phone telephone",
    "pic picture",
    "place location",
    "prev previous",
    "prop property",
    "pwd password",
    "qty quantity",
    "ref reference",
    "regex pattern",
    "regexp pattern",
    "repo repository",
    "req request",
    "resp response",
    "src source",
    "str string",
    "sum total",
    "tel telephone",
    "temp temperature",
    "txt text",
    "uri url",
    "usr user",
    "val value",
    "ver version",
    "vol volume",
  ].map((pair) => pair.split(" ") as [string, string]),
);

/** The words of a name, each in the form that its plural, abbreviations and synonyms share. */
export const meaningfulWords = rememberNames((name): readonly string[] =>
  nameWords(name).map((word) => {
    const single = singular(word);
    return SAME.get(word) ?? SAME.get(single) ?? single;
  }),
);

/** An English noun without its plural ending. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
