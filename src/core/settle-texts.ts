import type { Account } from "./account.ts";
import { coverText } from "./cover.ts";
import { isStructure } from "./envelope-words.ts";
import { schemaAt } from "./expectation.ts";
import type { Leaf } from "./leaves.ts";
import { foldName } from "./name-words.ts";
import { findLost } from "./residue.ts";
import { meansSame } from "./same-meaning.ts";
import { propertiesOf } from "./schema.ts";

/** Finds values of the result in raw text, in keys that swallowed a value, and in strings that held more than one. */
export function settleTexts(account: Account): void {
  for (const text of account.texts) account.lostText ??= settleText(account, text, true);
  // A key that swallowed its value: `path</arg_key>\n<arg_value>src`.
  for (const key of account.difference.keysBefore) {
    if (key.includes("<")) account.lostText ??= settleText(account, key, true);
  }
  const strings = [...account.lost].filter(({ value }) => typeof value === "string" && value !== "");
  for (const leaf of strings.toSorted((a, b) => String(b.value).length - String(a.value).length)) {
    if (account.invented.size === 0) return;
    const open = new Set(account.invented);
    const rest = settleText(account, String(leaf.value), false, leaf);
    const isUsed = account.invented.size < open.size || (rest === undefined && HOLDS_EMPTY.test(String(leaf.value)));
    if (isUsed && (rest === undefined || account.author === "rules")) {
      account.lost.delete(leaf);
    } else {
      for (const one of open) account.invented.add(one);
    }
  }
}

/** JSON text of a container that holds an empty one. */
const HOLDS_EMPTY = /^\s*[{[].*(?:\[\s*\]|\{\s*\})/s;

/** Finds open leaves of the result in a text. @returns What else the text holds, if anything. */
function settleText(account: Account, text: string, whole: boolean, source?: Leaf): string | undefined {
  const { invented, root } = account;
  const strings = [...invented].filter(({ value }) => typeof value === "string" && value !== "");
  // A key of several words, or with marks around it, is no word of the text.
  const odd = whole ? [...account.resultKeys()].filter((key) => /[^\w.-]/.test(key)) : [];
  const keys = odd.slice(0, MAX_ODD_KEYS);
  const { found, residue } = coverText(text, countOf(strings.map(({ value }) => String(value))), keys);
  for (const leaf of strings) if (found.has(String(leaf.value))) invented.delete(leaf);
  const read = new Set<string>();
  return findLost(residue, whole, {
    value({ key: own, text, quoted }) {
      const key = own === "" ? (source?.key ?? "") : own;
      const word = withoutOwnName(text.replace(/^\^|\$$/g, ""), key);
      const isSame = (leaf: Leaf) =>
        (typeof leaf.value !== "object" || leaf.value === null) &&
        meansSame(word, leaf.value, schemaAt(leaf.path, root), root);
      const take = (leaf: Leaf | undefined) => {
        if (leaf === undefined) return false;
        invented.delete(leaf);
        read.add(`${key} ${text}`);
        return true;
      };
      if (take(first(invented, (leaf) => leaf.key === key && isSame(leaf)))) return true;
      // The same object twice is enough once; under another name each value still counts for itself.
      const again = found.has(text) || read.has(`${key} ${text}`);
      if (again && account.resultKeys().has(key)) return true;
      if (take(first(invented, isSame)) || again) return true;
      return isStructure(account, { key, text, quoted });
    },
    isKey: (word) => account.resultKeys().has(word),
    key: (key, rest) => !propertiesOf(root, root).has(key) || account.resultKeys().has(key) || NOTHING.test(rest),
  });
}

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function first<T>(values: Iterable<T>, test: (value: T) => boolean): T | undefined {
  for (const value of values) if (test(value)) return value;
  return undefined;
}

/** Keys of several words that are looked for in a text; more are no slip of spelling. */
const MAX_ODD_KEYS = 200;

/** `open` of `Status.open`, for `status`. */
function withoutOwnName(text: string, key: string): string {
  const at = text.indexOf(".");
  return at > 0 && !/^\d/.test(text) && foldName(text.slice(0, at)) === foldName(key) ? text.slice(at + 1) : text;
}

/** A value that says nothing. */
const NOTHING = /^[\s"'\\]*(?:null|none|nil|undefined|n\/a|nan|\{\s*\}|\[\s*\])?[\s"'\\]*(?:[,;})\]\n]|$)/i;
