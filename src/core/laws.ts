import type { JsonSchema } from "@earendil-works/pi-schema";
import { type Account, type Author, settleAccount } from "./account.ts";
import { rawArguments, type Tool, type ToolCall } from "./call.ts";
import { isCallNote, isNoOp } from "./call-notes.ts";
import { isKindOfCall, isStructure } from "./envelope-words.ts";
import { schemaAt } from "./expectation.ts";
import { fits } from "./fits.ts";
import { groupBy } from "./group-by.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { foldName, nameWords } from "./name-words.ts";
import type { Pointer } from "./outcome.ts";
import { isPlaceholder } from "./placeholders.ts";
import { propertiesOf } from "./schema.ts";
import { declaredNames, isClosed, isDeclared } from "./schema-names.ts";
import { branchesOf } from "./shape.ts";
import { spellsOut } from "./spells-out.ts";
import { withoutSurroundings } from "./surroundings.ts";
import { valueKey } from "./value-key.ts";

/** How a changed call departs from what was emitted. */
export interface Breach {
  readonly law: "nothing-invented" | "nothing-lost";
  /** Where: in the resulting arguments for what was invented, in the emitted ones for what was lost. */
  readonly path: Pointer;
  /** Fit for a model to read; holds no value of the call. */
  readonly message: string;
}

/**
 * Whether a changed call says what the emitted call said, no more and no less. Every scalar of the result must come from
 * the emitted arguments or raw text: as it is, decoded, as a piece, as JSON text, as the shell-quoted join of a list, as
 * the enum member it folds to, or as a schema default in place of a placeholder. And every value that was emitted must
 * be found again, but for placeholders, duplicates, notes about the call, and the words of an envelope.
 *
 * Where values stand is not looked at: the host and the gates do that. Linear in the size of the call.
 * @param tool The tool of the resulting call.
 */
export function findBreach(
  emitted: ToolCall,
  result: ToolCall,
  tool: Tool,
  author: Author = "model",
): Breach | undefined {
  if (isOnlyRead(emitted, result)) return undefined;
  const account = settleAccount(emitted, result, tool, author);
  return findInvented(account) ?? findLoss(account);
}

/** Whether the result is the argument text and nothing else, read as it stands. */
function isOnlyRead({ name, arguments: args, argumentsError }: ToolCall, result: ToolCall): boolean {
  if (argumentsError === undefined || name !== result.name || Object.keys(args).length > 0) return false;
  return spellsOut(withoutSurroundings(rawArguments(argumentsError)), result.arguments);
}

function findInvented(account: Account): Breach | undefined {
  for (const leaf of account.invented) {
    if (!isGiven(leaf, account)) {
      return { law: "nothing-invented", path: leaf.path, message: "this value is not in the call as it was sent" };
    }
  }
  const { difference, emitted, root, texts } = account;
  if (difference.keysAfter.length === 0) return undefined;
  const before = new Set(difference.keysBefore);
  const declared = declaredNames(root);
  const keys = difference.keysAfter.filter((key) => !declared.has(key) && !before.has(key));
  if (keys.length === 0) return undefined;
  const values = [...texts, ...leavesOf(emitted.arguments).map(({ value }) => value)];
  const strings = new Set(values.filter((value) => typeof value === "string"));
  const made = keys.find((key) => !strings.has(key) && ![...strings].some((text) => says(text, key)));
  if (made === undefined) return undefined;
  return { law: "nothing-invented", path: "", message: "a key of the result is neither declared nor was it sent" };
}

/** Whether a text holds a key, as it stands or escaped, once or twice. */
function says(text: string, key: string): boolean {
  const escaped = JSON.stringify(key).slice(1, -1);
  return text.includes(key) || text.includes(escaped) || text.includes(JSON.stringify(escaped).slice(1, -1));
}

/** Whether a leaf without a source is none that needs one: an empty container, a key, or a default for a placeholder. */
function isGiven({ path, value }: Leaf, { difference, emitted, root, texts, lost }: Account): boolean {
  const schema = schemaAt(path, root);
  const defaults = schema === undefined ? [] : branchesOf(schema, root).map((branch) => branch.default);
  if (defaults.includes(value) && [...lost].some((leaf) => leaf.path === path && isPlaceholder(leaf.value)))
    return true;
  if (typeof value === "object" && value !== null) {
    const sent = Array.isArray(value) ? /\[\s*\]/ : /\{\s*\}/;
    return (
      [...difference.before].some((leaf) => isPlaceholder(leaf.value)) ||
      [...texts, ...difference.before.map((leaf) => leaf.value)].some((text) => sent.test(String(text)))
    );
  }
  if (value === "") return [...texts, ...textsOf(emitted)].some((text) => EMPTY_STRING.test(text));
  return typeof value === "string" && difference.keysBefore.includes(value);
}

const EMPTY_STRING = /(\\*)(["'])\1\2/;

function textsOf({ arguments: args }: ToolCall): readonly string[] {
  return leavesOf(args).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

function findLoss(account: Account): Breach | undefined {
  if (account.lostText !== undefined) {
    return { law: "nothing-lost", path: "", message: "something in the text of the call is missing from the result" };
  }
  const kept = leafIndex(account);
  for (const leaf of account.lost) {
    if (!mayGo(leaf, account, kept)) {
      return { law: "nothing-lost", path: leaf.path, message: "this value is missing from the result" };
    }
  }
  return undefined;
}

type Kept = () => ReadonlyMap<unknown, readonly Leaf[]>;

function leafIndex({ result }: Account): Kept {
  let index: ReadonlyMap<unknown, readonly Leaf[]> | undefined;
  return () => (index ??= groupBy(leavesOf(result.arguments), ({ value }) => valueKey(value)));
}

function mayGo(leaf: Leaf, account: Account, kept: Kept): boolean {
  const { path, key, value } = leaf;
  const { difference, root } = account;
  if (isPlaceholder(value)) return !isAskedFor(leaf, root);
  if (typeof value === "string" && EMPTY_CONTAINER.test(value)) return kept().has("\0[]") || kept().has("\0{}");
  if (typeof value === "string" && isWordOfEnvelope(leaf, value, account)) return true;
  const declared = declaredNames(root);
  const noted = stepsOf(path).filter((step) => !declared.has(step));
  if (noted.some((step) => isNoOp(step, value) || (isCallNote(step, value) && isClosed(root)))) return true;
  const same = kept().get(value) ?? [];
  if (isShellPrefix(leaf, account)) return true;
  if (isDeclared(key, root)) {
    return same.some((leaf) => foldName(leaf.key) === foldName(key)) && !/\/\d+$/.test(path);
  }
  if (typeof value !== "string") return same.some((leaf) => sharesWord(leaf.key, key));
  if (isStructure(account, { key, text: value, quoted: true })) return true;
  return same.length > 0 || difference.keysAfter.includes(value);
}

/** A word of an envelope where nothing is declared, or where a rule took the whole envelope off. */
function isWordOfEnvelope({ path, key }: Leaf, text: string, account: Account): boolean {
  if (schemaAt(path, account.root) === undefined) return isStructure(account, { key, text, quoted: true });
  return account.author === "rules" && isKindOfCall(key, text);
}

const EMPTY_CONTAINER = /^\s*(?:\[\s*\]|\{\s*\})\s*$/;

/** Whether a placeholder is what the schema wants at its place. */
function isAskedFor({ path, value }: Leaf, root: JsonSchema): boolean {
  const schema = schemaAt(path, root);
  if (schema === undefined || schema === true || path === "") return false;
  const name = path.slice(1);
  return (!name.includes("/") ? propertiesOf(root, root).has(name) : true) && fits(value, schema, root);
}

function sharesWord(one: string, other: string): boolean {
  if (foldName(one) === foldName(other)) return true;
  const words = nameWords(other);
  return nameWords(one).some((word) => words.includes(word));
}

/** `["bash", "-lc", script]` is its script. */
function isShellPrefix({ path, value }: Leaf, { emitted, lost }: Account): boolean {
  if (!/^(?:(?:\/[\w-]+)*\/)?(?:ba|z)?sh$|^-[lie]*c$/.test(String(value))) return false;
  const parent = path.slice(0, path.lastIndexOf("/"));
  const script = [...leavesOf(emitted.arguments)].find((leaf) => leaf.path === `${parent}/2`);
  return script !== undefined && ![...lost].some((leaf) => leaf.path === script.path);
}

function stepsOf(path: Pointer): readonly string[] {
  return path.split("/").slice(1);
}
