import type { Body, FoundCall, ParameterText } from "./family.ts";
import { readJsonBody } from "./json-body.ts";
import type { Source } from "./source.ts";

/** How a family writes a call in tags. Every expression is sticky but `parameterTags`, which is global. */
export interface TagDialect {
  /** The opening tag of a call, with its attributes in the group `attributes`, `/` in `empty` when it closes itself. */
  readonly callOpen: RegExp;
  readonly callClose: RegExp;
  /** The opening tag of a parameter, with groups as `callOpen`. */
  readonly parameterOpen: RegExp;
  /** Opening and closing tags of parameters, the closing ones with the group `close`. */
  readonly parameterTags: RegExp;
  /** The name inside the attributes of a tag. */
  nameIn(attributes: string): string | undefined;
  /** What the layout of the family's template adds around a value is taken off, and nothing else. */
  unwrap(text: string): string;
}

export type TagReading =
  | { readonly kind: "call"; readonly call: FoundCall }
  | { readonly kind: "none" }
  | { readonly kind: "cut" }
  | { readonly kind: "broken"; readonly reason: string };

/** Reads one call in tags at `at`. Its own closing tag may be missing only at the end of the text, after a JSON body. */
export function readTagCall(source: Source, at: number, dialect: TagDialect): TagReading {
  const open = source.match(dialect.callOpen, at);
  if (open === undefined) return { kind: "none" };
  const name = dialect.nameIn(open.groups?.attributes ?? "");
  if (name === undefined) return { kind: "none" };
  const inside = at + open[0].length;
  const found = (body: Body, end: number): TagReading => ({ kind: "call", call: { name, body, start: at, end } });
  if (open.groups?.empty === "/") return found({ kind: "object", value: {} }, inside);
  const first = source.skipSpace(inside);
  if (source.text[first] === "{" || source.text.startsWith("```", first))
    return readObjectBody(source, first, dialect, found);
  const list = readParameters(source, first, dialect);
  if (list.kind !== "texts") return list;
  const close = source.match(dialect.callClose, list.end);
  if (close !== undefined) return found(list, list.end + close[0].length);
  if (endsInTag(source, list.end)) return { kind: "cut" };
  return { kind: "broken", reason: "text stands between the parameters of a call" };
}

function readObjectBody(
  source: Source,
  at: number,
  dialect: TagDialect,
  found: (body: Body, end: number) => TagReading,
): TagReading {
  const read = readJsonBody(
    source,
    at,
    (end) => source.match(dialect.callClose, end) !== undefined || isAtEnd(source, end),
  );
  if (read.kind !== "body")
    return read.kind === "cut" ? { kind: "cut" } : { kind: "broken", reason: "the arguments are not closed" };
  const close = source.match(dialect.callClose, source.skipSpace(read.end));
  return found(read.body, close === undefined ? read.end : source.skipSpace(read.end) + close[0].length);
}

type Parameters =
  | { readonly kind: "texts"; readonly texts: readonly ParameterText[]; readonly end: number }
  | { readonly kind: "cut" }
  | { readonly kind: "broken"; readonly reason: string };

/** The parameters from `at` on; `end` is the first place after them that is not white space. */
function readParameters(source: Source, at: number, dialect: TagDialect): Parameters {
  const texts = new Map<string, ParameterText>();
  let end = at;
  for (;;) {
    const open = source.match(dialect.parameterOpen, end);
    if (open === undefined) return { kind: "texts", texts: [...texts.values()], end };
    const attributes = open.groups?.attributes ?? "";
    const key = dialect.nameIn(attributes);
    if (key === undefined) return { kind: "broken", reason: "a parameter has no name" };
    const start = end + open[0].length;
    const close = open.groups?.empty === "/" ? { at: start, end: start } : endOfValue(source, start, dialect);
    if (close === undefined) return { kind: "cut" };
    const text = dialect.unwrap(source.text.slice(start, close.at));
    const known = texts.get(key);
    if (known !== undefined && known.text !== text) return { kind: "broken", reason: `${key} is given twice` };
    texts.set(key, { key, text, says: saidType(attributes) });
    end = source.skipSpace(close.end);
  }
}

/**
 * Where a value ends: at the closing tag that matches, since a value may hold whole parameters as text. A `CDATA` section
 * that opens the value hides what looks like tags.
 */
function endOfValue(source: Source, start: number, dialect: TagDialect): { at: number; end: number } | undefined {
  const tags = dialect.parameterTags;
  tags.lastIndex = endOfCdata(source, start) ?? start;
  let depth = 1;
  for (let tag = tags.exec(source.text); tag !== null; tag = tags.exec(source.text)) {
    depth += tag.groups?.close === undefined ? 1 : -1;
    if (depth === 0) return { at: tag.index, end: tag.index + tag[0].length };
  }
  return undefined;
}

function endOfCdata(source: Source, start: number): number | undefined {
  const open = source.skipSpace(start);
  if (!source.text.startsWith("<![CDATA[", open)) return undefined;
  const close = source.find("]]>", open);
  return close === -1 ? undefined : close + 3;
}

/** The text inside a `CDATA` section that is the whole value, else the value. */
export function unwrapCdata(text: string): string {
  const inner = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text)?.[1];
  return inner === undefined || inner.includes("]]>") ? text : inner;
}

function saidType(attributes: string): ParameterText["says"] {
  const isString = attributeOf("string", attributes);
  if (isString !== undefined) return isString === "false" ? "json" : "string";
  const type = attributeOf("type", attributes);
  if (type === undefined) return "nothing";
  return /^(?:str|string|text)$/i.test(type) ? "string" : "json";
}

/** The value of an attribute, in either quotes or none. */
export function attributeOf(name: string, attributes: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`).exec(attributes);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}

/** Whether the text ends here, or in a tag that is not finished. */
function endsInTag(source: Source, at: number): boolean {
  return isAtEnd(source, at) || source.match(/<[^<>\n]{0,300}$(?![\s\S])/y, source.skipSpace(at)) !== undefined;
}

function isAtEnd(source: Source, at: number): boolean {
  return source.skipSpace(at) === source.text.length;
}
