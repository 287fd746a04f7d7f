import { skipBlanks } from "./cursor.ts";
import { FAILED, type Reading } from "./failed.ts";

/** One argument between tags, as it was sent. */
export interface TaggedValue {
  readonly name: string;
  readonly text: string;
  /** Whether the tag itself says that the text is a string (`true`) or JSON (`false`). */
  readonly isString: boolean | undefined;
  /** Whether the form puts one line break behind the opening and before the closing tag. */
  readonly padded: boolean;
}

interface Tag {
  /** The element, as its closing tag repeats it. */
  readonly element: string;
  readonly local: string;
  /** The name the tag gives to its content: `parameter name="path"`, `parameter=path`; `""` for none. */
  readonly named: string;
  readonly assigned: boolean;
  readonly isString: boolean | undefined;
  readonly end: number;
}

const OPENING =
  /<([\p{L}_｜|][\p{L}\p{N}_:.｜| -]{0,63}?)(?:=["']?([^"'<>\n]{1,128}?)["']?|(\s+[\w-]+=(?:"[^"<>]{0,128}"|'[^'<>]{0,128}')(?:\s+[\w-]+=(?:"[^"<>]{0,128}"|'[^'<>]{0,128}'))*))?\s*>/uy;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/g;

const PARAMETER = /^(?:parameter|param|arg|argument)$/i;
/** Elements that wrap the arguments of a call. */
const WRAPPER =
  /^(?:tool_?calls?|function_?calls?|tool_?use|invoke|function|call|tool|args|arguments|parameters|params|input|tool_?input|root|xml)$/i;

/** The tag at an index; `undefined` where none stands. */
function openingTag(text: string, at: number): Tag | undefined {
  OPENING.lastIndex = at;
  const found = OPENING.exec(text);
  const element = found?.[1];
  if (found === null || element === undefined) return undefined;
  const [, , assigned, attributes = ""] = found;
  const given = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", one, other]) => [key, one ?? other ?? ""]),
  );
  const isString = given.has("string") ? given.get("string") === "true" : undefined;
  const local = (element.split(/[:｜|]/).at(-1) ?? element).trim();
  return {
    element,
    local,
    named: assigned ?? given.get("name") ?? given.get("key") ?? "",
    assigned: assigned !== undefined,
    isString,
    end: OPENING.lastIndex,
  };
}

/** More arguments than this no call has. */
const MAX_VALUES = 1000;

/**
 * The arguments of a text that consists of tags: `<path>a</path>`, `<parameter name="path">a</parameter>`, `<parameter=path>`,
 * `<arg_key>path</arg_key><arg_value>a</arg_value>`, bare or inside the tags of a call.
 * @param isTool Whether a name is the one of the called tool: a wrapper that names another call is not read.
 * @returns Failed for text outside the tags, a tag that is not closed, and a value that holds its own closing tag.
 */
export function readTags(text: string, isTool: (name: string) => boolean): Reading<readonly TaggedValue[]> {
  const body = unwrapTags(withoutRemains(text.trim(), isTool), isTool);
  const values: TaggedValue[] = [];
  let at = skipBlanks(body, 0);
  while (at < body.length) {
    const tag = openingTag(body, at);
    if (tag === undefined || values.length === MAX_VALUES) return FAILED;
    const content = contentOf(body, tag);
    if (content === FAILED) return FAILED;
    at = skipBlanks(body, content.end);
    if (/^arg_key$/i.test(tag.local)) {
      const value = openingTag(body, at);
      if (value === undefined || !/^arg_value$/i.test(value.local)) return FAILED;
      const inner = contentOf(body, value);
      if (inner === FAILED) return FAILED;
      values.push({ name: content.text.trim(), text: inner.text, isString: undefined, padded: false });
      at = skipBlanks(body, inner.end);
    } else {
      const name = PARAMETER.test(tag.local) ? tag.named : tag.named === "" ? tag.local : "";
      if (name === "") return FAILED;
      values.push({ name, text: content.text, isString: tag.isString, padded: tag.assigned });
    }
  }
  return values.length === 0 ? FAILED : values;
}

const CLOSING_REMAINS = /(?:\s*(?:<\/(?:tool_calls?|function_calls?|invoke|function|tool_use)>|<\|[^|<>]{1,64}\|>))+$/;

/** The text without the tool's name in front of the tags, and without closing tags of a call that is not opened in it. */
function withoutRemains(text: string, isTool: (name: string) => boolean): string {
  const name = /^[^<\s]{1,128}(?=\s*<)/.exec(text)?.[0];
  const body = name !== undefined && isTool(name) ? text.slice(name.length).trim() : text;
  const remains = CLOSING_REMAINS.exec(body.slice(-256))?.[0];
  if (remains === undefined || /^<(?:tool_call|function_call|invoke|function|tool_use)/.test(body)) return body;
  return body.slice(0, -remains.length).trim();
}

/** The text between a tag and its closing tag, which must be the only one before the next tag of that kind. */
function contentOf(text: string, tag: Tag): Reading<{ readonly text: string; readonly end: number }> {
  const closing = `</${tag.element.trim()}>`;
  const close = text.indexOf(closing, tag.end);
  if (close === -1) return FAILED;
  const end = close + closing.length;
  const content = unwrapCdata(text.slice(tag.end, close));
  if (content.includes(`<${tag.element}`)) return FAILED;
  const rest = skipBlanks(text, end);
  const again = text.indexOf(closing, end);
  const next = text.startsWith("<", rest) ? openingTag(text, rest) : undefined;
  if (rest < text.length && next === undefined) return FAILED;
  if (again !== -1 && !text.slice(end, again).includes(`<${tag.element}`)) return FAILED;
  return { text: content, end };
}

function unwrapCdata(text: string): string {
  return text.startsWith("<![CDATA[") && text.endsWith("]]>") ? text.slice(9, -3) : text;
}

/** The text without the tags of the call around it; the name of the tool may stand in front of the arguments. */
function unwrapTags(text: string, isTool: (name: string) => boolean): string {
  let body = text;
  for (let level = 0; level < 4; level++) {
    const tag = openingTag(body, 0);
    if (tag === undefined || !(WRAPPER.test(tag.local) || isTool(tag.local))) break;
    if (tag.named !== "" && !isTool(tag.named)) break;
    const closing = `</${tag.element.trim()}>`;
    if (!body.endsWith(closing)) break;
    const inner = body.slice(tag.end, -closing.length).trim();
    const open = inner.indexOf("<");
    if (open === -1) break;
    const before = inner.slice(0, open).trim();
    if (before !== "" && !isTool(before)) break;
    body = inner.slice(open);
  }
  return body;
}
