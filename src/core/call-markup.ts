import { nameWords } from "./name-words.ts";
import { isSchemaObject } from "./schema.ts";

/** Names of the tags that models wrap calls in, whatever the grammar. */
const TAGS =
  "parameters?|params?|arg_key|arg_value|arguments?|args|function|function_calls?|tool_calls?|tool_use|invoke|tool";

/** An optional namespace before a tag name: `antml:`, `minimax:`, `｜DSML｜`. */
const SPACE = "(?:[\\w-]+:|[|｜]{0,2}DSML[|｜]{1,2} ?)?";
const CLOSING = new RegExp(`<\\/${SPACE}(?:${TAGS})\\s*>`, "gi");
const CLOSING_TAIL = new RegExp(`(?:<\\/${SPACE}(?:${TAGS})\\s*>\\s*)+$`, "i");

/**
 * The value without the closing call tags it ends in, and without the one line break the grammars put before them.
 * @returns `undefined` when there is no such tail, when a tag of it was opened inside the value, or when nothing would be left.
 */
export function cutClosingTags(text: string): string | undefined {
  if (!text.includes("</")) return undefined;
  const tail = CLOSING_TAIL.exec(text);
  if (tail === null) return undefined;
  const rest = text.slice(0, tail.index);
  const opened = [...tail[0].matchAll(CLOSING)].some(([tag]) => opens(rest, tagName(tag)));
  return opened ? undefined : nonEmpty(dropLastBreak(rest));
}

/**
 * The value inside the tag that opens the very parameter it was sent for: `<parameter=city>\nRome\n</parameter>` for `city`.
 * @returns `undefined` when the tag names another parameter, or when the value holds call tags of its own.
 */
export function cutOwnParameter(text: string, key: string): string | undefined {
  const opening = /^\s*<(?:[\w-]+:)?parameter(?:=|\s+name\s*=\s*)["']?([^"'<>]+?)["']?\s*>/i.exec(text);
  if (opening === null || opening[1] !== key) return undefined;
  const rest = text.slice(opening[0].length);
  const tail = CLOSING_TAIL.exec(rest);
  const inner = tail === null ? rest : rest.slice(0, tail.index);
  if (/<\/?(?:[\w-]+:)?(?:parameter|function|tool_call|invoke)\b/i.test(inner)) return undefined;
  return nonEmpty(dropLastBreak(inner.replace(/^\r?\n/, "")));
}

const MARKUP_WORDS = new Set(
  "content contents text body code patch diff pattern regex query html xml markdown template source snippet".split(" "),
);
const MARKUP_PHRASE = /\b(?:contents?|text|body|code|patch|pattern|query|regex)\b/i;

/** Whether a string property may well hold tags of its own: it is named or described as content, code or a pattern. */
export function mayHoldMarkup(key: string, schema: unknown): boolean {
  const words = nameWords(key);
  if (words.some((word) => MARKUP_WORDS.has(word))) return true;
  if (/^(?:old|new)\b/.test(words.join(" "))) return true;
  return isSchemaObject(schema) && typeof schema.description === "string" && MARKUP_PHRASE.test(schema.description);
}

function tagName(tag: string): string {
  return tag.replaceAll(/[</>\s]/g, "");
}

function opens(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(`<${name.toLowerCase()}`);
  return at !== -1 && /[\s>=]/.test(text[at + name.length + 1] ?? "");
}

function dropLastBreak(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function nonEmpty(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}
