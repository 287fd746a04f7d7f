/** Verbs of tool names by what they do. A tool of one class never stands in for one of another. */
const CLASSES: readonly (readonly string[])[] = [
  "read view show cat open display print".split(" "),
  "get fetch retrieve load lookup describe inspect".split(" "),
  "write create save put store make new touch overwrite add insert append".split(" "),
  "edit update modify replace patch change set apply str".split(" "),
  "delete remove rm unlink erase drop destroy clear purge reset".split(" "),
  "run exec execute bash shell sh command cmd terminal powershell eval spawn".split(" "),
  "search find grep query locate match filter glob".split(" "),
  "list ls dir enumerate browse".split(" "),
  "move mv rename".split(" "),
  "copy cp duplicate clone".split(" "),
  "send post publish submit push upload email notify".split(" "),
  "download pull import".split(" "),
  "start launch enable begin resume".split(" "),
  "stop kill disable end pause cancel abort close".split(" "),
  "install deploy build".split(" "),
  "buy pay order book purchase reserve transfer".split(" "),
  "approve accept merge confirm".split(" "),
  "reject deny decline revert undo".split(" "),
  "login connect authenticate".split(" "),
  "logout disconnect".split(" "),
];

/** Classes that do the same to whatever they are applied to. */
const KIN: readonly (readonly [number, number])[] = [
  [0, 1],
  [6, 7],
];

/** The classes of the verbs among some words. */
export function verbClasses(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, verbs] of CLASSES.entries()) {
    if (words.some((word) => verbs.includes(word) || verbs.includes(word.replace(/(?:es|s)$/, "")))) found.add(index);
  }
  for (const [one, other] of KIN) {
    if (found.has(one)) found.add(other);
    else if (found.has(other)) found.add(one);
  }
  return found;
}

/** Whether a word is a verb of some class. */
export function isVerb(word: string): boolean {
  return verbClasses([word]).size > 0;
}
