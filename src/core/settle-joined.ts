import type { Account } from "./account.ts";
import { groupBy } from "./group-by.ts";
import { type Difference, type Leaf, leavesOf } from "./leaves.ts";
import { parseJson } from "./parse-json.ts";
import { valueKey } from "./value-key.ts";

/** Matches strings of the result with what they are the JSON text of, or the shell command line. */
export function settleJoined({ lost, invented, difference }: Account): void {
  if (lost.size === 0) return;
  for (const leaf of invented) {
    if (typeof leaf.value !== "string") continue;
    const sources =
      jsonSources(leaf.value, lost, difference) ?? shellSources(leaf.value, lost) ?? wordSources(leaf.value, lost);
    if (sources === undefined) continue;
    invented.delete(leaf);
    for (const source of sources) lost.delete(source);
  }
}

function jsonSources(text: string, lost: ReadonlySet<Leaf>, { keysBefore }: Difference): readonly Leaf[] | undefined {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (value === undefined) return undefined;
  const byValue = groupBy(lost, (leaf) => valueKey(leaf.value));
  const sources: Leaf[] = [];
  for (const leaf of leavesOf(value)) {
    const source = byValue.get(valueKey(leaf.value))?.pop();
    if (source === undefined || (leaf.key !== "" && !keysBefore.includes(leaf.key))) return undefined;
    sources.push(source);
  }
  return sources;
}

function shellSources(text: string, lost: ReadonlySet<Leaf>): readonly Leaf[] | undefined {
  const lists = groupBy(lost, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  for (const words of lists.values()) {
    if (words.length > 1 && words.every(({ value }) => typeof value === "string")) {
      if (words.map(({ value }) => shellQuote(String(value))).join(" ") === text) return words;
    }
  }
  return undefined;
}

/** The words of a command line, where each stands alone in the emitted call: a program beside its arguments. */
function wordSources(text: string, lost: ReadonlySet<Leaf>): readonly Leaf[] | undefined {
  const open = [...lost].filter(({ value }) => typeof value === "string" && value !== "");
  if (open.length < 2 || open.length > MAX_WORDS) return undefined;
  const used: Leaf[] = [];
  let rest = text;
  for (const leaf of open) {
    const word = shellQuote(String(leaf.value));
    if (!` ${rest} `.startsWith(` ${word} `)) continue;
    rest = rest.slice(word.length + 1);
    used.push(leaf);
  }
  return rest === "" && used.length > 1 ? used : undefined;
}

const MAX_WORDS = 200;

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
