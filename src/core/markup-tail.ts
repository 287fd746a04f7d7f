import { nameWords } from "./name-words.ts";
import { isSchemaObject } from "./schema.ts";

/** Names of the tags that models wrap calls in, whatever the grammar. */
const TAGS =
  "parameters?|params?|arg_key|arg_value|arguments?|args|function|function_calls?|tool_calls?|tool_use|invoke|tool";

/** An optional namespace before a tag name: `antml:`, `minimax:`, `｜DSML｜`. */
const SPACE = "(?:[\\w-]+:|[|｜]{0,2}DSML[|｜]{1,2} ?)?";
const CLOSING = new RegExp(`^<\\/${SPACE}(?:${TAGS})\\s*>$`, "i");

/** Characters at the end of a text in which a tail is looked for. */
const MAX_TAIL = 400;

/** A string split where closing call markup begins. */
export interface MarkupTail {
  readonly body: string;
  /** The closing tags with the white space before, between and after them. */
  readonly tail: string;
}

/** Whether the last that a string holds is a closing call tag: the cheap half of `splitMarkupTail`. */
export function endsInCallTag(text: string): boolean {
  return lastTag(text.trimEnd()) >= Math.max(0, text.length - MAX_TAIL);
}

/** Where the closing call tag begins that a text without white space behind it ends in; -1 when there is none. */
function lastTag(text: string): number {
  const at = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  return at !== -1 && text[at + 1] === "/" && CLOSING.test(text.slice(at)) ? at : -1;
}

/**
 * Finds closing call tags at the end of a string, such as `…</parameter>\n</function>`. None where the value also opens
 * one of those tags: then the markup is content; and none where nothing else would be left.
 */
export function splitMarkupTail(text: string): MarkupTail | undefined {
  const from = Math.max(0, text.length - MAX_TAIL);
  const closed = new Set<string>();
  let body = text.trimEnd();
  for (let at = lastTag(body); at >= from; at = lastTag(body)) {
    closed.add(tagName(body.slice(at)));
    body = body.slice(0, at).trimEnd();
  }
  if (closed.size === 0 || body === "") return undefined;
  body = text.slice(0, Math.max(from, body.length));
  const written = body.toLowerCase();
  for (const name of closed) if (opens(written, name)) return undefined;
  return { body, tail: text.slice(body.length) };
}

const PARAMETER = /^\s*<parameter(?:\s*=\s*|\s+name\s*=\s*)["']?([^"'<>\s]+)["']?(?:\s[^<>]*)?>/i;

/** Whether a value stands inside the tags of the very parameter it was sent for: `<parameter=city>\nRome\n</parameter>`. */
export function isOwnParameter(text: string, key: string): boolean {
  const opening = PARAMETER.exec(text);
  return opening?.[1] === key && splitMarkupTail(text.slice(opening[0].length)) !== undefined;
}

const CONTENT_WORDS = new Set(
  "content contents text body code patch diff pattern regex query html xml markdown template snippet script".split(" "),
);
const OLD_OR_NEW_TEXT = /^(?:old|new)(?: (?:str|string|line|lines|value|values))?$/;
/** Nouns that make the property itself content; "the city of the weather query" or "country code" do not. */
const DESCRIBED_CONTENT =
  /\b(?:contents?|body|patch|diff|regex(?:p|es)?|regular expressions?|markdown|html|xml|snippets?|(?:source|python|java ?script|js|typescript|shell|bash|java|lua|program) code|code to|search (?:query|pattern|text|string)|(?:regex|glob|search) patterns?|(?:old|new|replacement|exact) (?:text|string)|(?:sql|graphql|database) query|text (?:to|of|that|which|for))\b|^(?:the )?(?:text|code|query|pattern)\b/i;

/** Whether a string property may well end in tags of its own: it is named or described as content, code or a pattern. */
export function holdsContent(key: string, schema: unknown): boolean {
  const words = nameWords(key);
  if (words.some((word) => CONTENT_WORDS.has(word))) return true;
  if (OLD_OR_NEW_TEXT.test(words.join(" "))) return true;
  return isSchemaObject(schema) && typeof schema.description === "string" && DESCRIBED_CONTENT.test(schema.description);
}

function tagName(tag: string): string {
  return tag.slice(2, -1).replaceAll(/\s+/g, "").toLowerCase();
}

function opens(text: string, name: string): boolean {
  const at = text.indexOf(`<${name}`);
  return at !== -1 && /[\s>=]/.test(text[at + name.length + 1] ?? "");
}
