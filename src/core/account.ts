import type { JsonSchema } from "@earendil-works/pi-schema";
import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { isCallId, isCallNote, isNoOp } from "./call-notes.ts";
import { coverText } from "./cover.ts";
import { schemaAt } from "./expectation.ts";
import { fits } from "./fits.ts";
import { groupBy } from "./group-by.ts";
import type { Json } from "./json.ts";
import { type Difference, differenceOf, type Leaf, leavesOf } from "./leaves.ts";
import { foldName } from "./name-words.ts";
import { parseJson } from "./parse-json.ts";
import { isPlaceholderWord } from "./placeholders.ts";
import { findLost, type Residual } from "./residue.ts";
import { meansSame } from "./same-meaning.ts";
import { propertiesOf } from "./schema.ts";
import { isClosed, wordsOf } from "./schema-names.ts";
import { settleInPlace } from "./settle-in-place.ts";

/**
 * Who changed the call. A rule that takes a piece out of a text knows what it leaves behind, such as the words of a link;
 * what a model leaves behind may be content.
 */
export type Author = "rules" | "model";

/** What of the emitted call and of the result is not matched yet. */
export interface Account {
  readonly emitted: ToolCall;
  readonly result: ToolCall;
  readonly tool: Tool;
  readonly author: Author;
  readonly root: JsonSchema;
  readonly difference: Difference;
  /** Argument text that is no JSON object, and the arguments that were glued to the name. */
  readonly texts: readonly string[];
  readonly lost: Set<Leaf>;
  readonly invented: Set<Leaf>;
  /** Every key of the result, at any depth. */
  resultKeys(): ReadonlySet<string>;
  /** The first thing a text holds that is nowhere in the result. */
  lostText: string | undefined;
}

/** Matches what was emitted with what a changed call holds; each value counts once. */
export function settleAccount(emitted: ToolCall, result: ToolCall, tool: Tool, author: Author): Account {
  const account = openAccount(emitted, result, tool, author);
  settleEqual(account);
  settleInPlace(account);
  settleSameMeaning(account);
  settleJoined(account);
  settleTexts(account);
  return account;
}

function openAccount(emitted: ToolCall, result: ToolCall, tool: Tool, author: Author): Account {
  const difference = differenceOf(emitted.arguments, result.arguments);
  const raw = emitted.argumentsError === undefined ? [] : [rawArguments(emitted.argumentsError)];
  const glued = /[{(]/.test(emitted.name) ? [emitted.name] : [];
  return {
    emitted,
    result,
    tool,
    author,
    root: tool.parameters,
    difference,
    texts: [...raw, ...glued],
    lost: new Set(difference.before),
    invented: new Set(difference.after),
    resultKeys: once(() => keysOf(result.arguments)),
    lostText: undefined,
  };
}

function settleEqual({ lost, invented }: Account): void {
  if (lost.size === 0 || invented.size === 0) return;
  const byValue = groupBy(lost, ({ value }) => valueKey(value));
  for (const leaf of invented) {
    const same = byValue.get(valueKey(leaf.value))?.pop();
    if (same === undefined) continue;
    lost.delete(same);
    invented.delete(leaf);
  }
}

/** The value itself, and one key for all empty lists, and for all empty objects. */
export function valueKey(value: Json): unknown {
  return typeof value === "object" && value !== null ? (Array.isArray(value) ? "\0[]" : "\0{}") : value;
}

/** Pairs of leaves that are compared before the rest counts as unmatched. */
const MAX_PAIRS = 200_000;

function settleSameMeaning({ lost, invented, root }: Account): void {
  let pairs = 0;
  for (const leaf of invented) {
    if (typeof leaf.value === "object" && leaf.value !== null) continue;
    const schema = schemaAt(leaf.path, root);
    const candidates = [...lost].filter(({ value }) => typeof value !== "object");
    pairs += candidates.length;
    if (pairs > MAX_PAIRS) return;
    const near = candidates.toSorted((a, b) => distance(a, leaf) - distance(b, leaf));
    const source = near.find((sent) => meansSame(sent.value, leaf.value, schema, root));
    if (source === undefined) continue;
    lost.delete(source);
    invented.delete(leaf);
  }
}

function distance(sent: Leaf, leaf: Leaf): number {
  return sent.path === leaf.path ? 0 : foldName(sent.key) === foldName(leaf.key) ? 1 : 2;
}

/** JSON texts of emitted lists and objects, and shell command lines of emitted word lists. */
function settleJoined({ lost, invented, difference }: Account): void {
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

function settleTexts(account: Account): void {
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
  return at > 0 && foldName(text.slice(0, at)) === foldName(key) ? text.slice(at + 1) : text;
}

/** A value that says nothing. */
const NOTHING = /^[\s"'\\]*(?:null|none|nil|undefined|n\/a|nan|\{\s*\}|\[\s*\])?[\s"'\\]*(?:[,;})\]\n]|$)/i;

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function keysOf(value: Json): ReadonlySet<string> {
  return new Set(differenceOf(null, value).keysAfter);
}

/** Names of calls and kinds, as envelopes carry them. */
const ENVELOPE_WORDS = new Set(["function", "tooluse", "toolcall", "functioncall", "call", "tool"]);
const KIND_KEYS = new Set(["type", "kind", "role"]);
const TYPE_WORDS = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
  "float",
  "int",
  "str",
]);

/** Commands of an editor that is several tools in one: which tool is called in its place says the same. */
const EDITOR_COMMANDS = new Set(["view", "create", "write", "strreplace"]);

/** Whether a value says that what stands beside it is a call. */
export function isKindOfCall(key: string, text: string): boolean {
  return KIND_KEYS.has(foldName(key)) && ENVELOPE_WORDS.has(foldName(text));
}

/** Whether a value is only part of an envelope, a note about the call, or a word for nothing. */
export function isStructure({ emitted, result, root }: Account, { key, text, quoted }: Residual): boolean {
  const word = foldName(text.replace(/^(?:functions|tools?|default_api)[.:/]/i, ""));
  // The property's own name in front of an enum member: `Status.open`.
  if (word !== "" && text.endsWith(".") && word === foldName(key)) return true;
  if (word === foldName(result.name) || word === foldName(emitted.name)) return true;
  if (KIND_KEYS.has(foldName(key)) && (ENVELOPE_WORDS.has(word) || TYPE_WORDS.has(word))) return true;
  const declared = propertiesOf(root, root).get(key);
  if (isPlaceholderWord(text)) return !quoted || declared === undefined || !fits(text, declared, root);
  if (declared !== undefined) return false;
  if (key === "command" && result.name !== emitted.name && EDITOR_COMMANDS.has(word)) return true;
  const value = /^[\s{[\d"tfn-]/.test(text) ? (parseJson(text) ?? text) : text;
  if (isCallId(text)) return true;
  if (isNoOp(key, value) || (isCallNote(key, value) && isClosed(root))) return true;
  return text.length > 8 && wordsOf(root).has(text);
}
