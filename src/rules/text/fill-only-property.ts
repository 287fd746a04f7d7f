import { holdsContent } from "../../core/markup-tail.ts";
import { nameWords } from "../../core/name-words.ts";
import type { TextRule } from "../../core/rule.ts";
import { FAILED } from "./reading/failed.ts";
import { holdsCall } from "./reading/holds-call.ts";
import { onlyProperty } from "./reading/only-property.ts";
import { readRootString } from "./reading/root-string.ts";

const file = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "number" } },
  required: ["path"],
};
const write = {
  type: "object",
  properties: { path: { type: "string" }, content: { type: "string" } },
  required: ["path", "content"],
};
const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/**
 * A quoted string instead of an object, for the one string property it can be meant for. Without quotes only a path for a
 * property that is named after paths: any other bare text may be anything.
 */
export const fillOnlyProperty: TextRule = {
  name: "fill-only-property",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const property = onlyProperty(tool, "string");
    if (property === undefined) return [];
    const quoted = readRootString(text);
    const value = quoted === FAILED ? barePath(text, property) : quoted;
    if (value === undefined || isPlaceholder(value) || holdsJson(value) || holdsCall(value, tool)) return [];
    return isSentence(value) && !takesSentences(property) ? [] : [{ [property]: value }];
  },
  examples: [
    { schema: file, sent: '"src/a.ts"', runs: { path: "src/a.ts" } },
    { schema: file, sent: "docs/how to use.md", runs: { path: "docs/how to use.md" } },
    { schema: city, sent: '"Rome"', runs: { city: "Rome" } },
    { schema: city, sent: "Rome" },
    { schema: file, sent: "see above" },
    { schema: write, sent: '"hello"' },
    { schema: file, sent: '"Which file do you mean?"' },
  ],
};

const PATH_WORDS = new Set("path file filepath filename pathname dir directory folder".split(" "));

function barePath(text: string, property: string): string | undefined {
  const path = text.trim();
  if (/:\d+(?:[-:,]\d+)*$/.test(path)) return undefined;
  const named = nameWords(property).some((word) => PATH_WORDS.has(word));
  if (!named || path.length > 512 || /["'`<>{}|*?\n\r]|:\/\/|[.,;:!]$|\s\s/.test(path)) return undefined;
  const [first = "", ...others] = path.split(" ");
  const extension = /\.[A-Za-z][A-Za-z\d]{0,7}$/.test(path) || /[^.]\.\d?[a-z][a-z\d]{0,7}$/i.test(path);
  if (others.length === 0)
    return extension || /^(?:~|\.{1,2})?[/\\]|^[A-Za-z]:[/\\]|[^:]\//.test(path) ? path : undefined;
  return /[/\\]/.test(first) && extension && others.length < 8 ? path : undefined;
}

function isPlaceholder(text: string): boolean {
  return /^\s*(?:none|null|undefined|nil|n\/a|nan|todo|tbd|unknown|\.*|…|\[object object\]|\{\}|\[\])\s*$/i.test(text);
}

/** Whether a text is, or once was, JSON of its own: it is no plain value then. */
function holdsJson(text: string): boolean {
  return /^\s*(?:\{\s*(?:["'\\}.]|[\w$]+\s*:)|\[\s*["'\\{\]])/.test(text);
}

/** Whether a text reads like something said to the user: four words or more that end like a sentence. */
function isSentence(text: string): boolean {
  return /^\p{Lu}\p{L}*['’]?\p{L}*(?:,? \S+){3,}[.?!]\s*$/u.test(text.slice(0, 2000)) || /^I(?:'|’| )\S+ .*/.test(text);
}

function takesSentences(property: string): boolean {
  return (
    holdsContent(property, true) ||
    /message|prompt|question|answer|title|summary|description|note|thought|task|input/i.test(property)
  );
}
