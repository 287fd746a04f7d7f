import type { Tool } from "../../core/call.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { holdsContent } from "../../core/markup-tail.ts";
import type { TextRule } from "../../core/rule.ts";
import { propertiesOf } from "../../core/schema.ts";
import { FAILED } from "./reading/failed.ts";
import { assignments } from "./reading/noise.ts";
import { placesOf, squeezeKey } from "./reading/places.ts";
import { readRootString } from "./reading/root-string.ts";
import { valuesOf } from "./reading/written-value.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string" },
    content: { type: "string" },
    limit: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["path"],
};

/** Arguments on lines of their own, as in YAML: `path: a`. Every line must belong to a declared property; nothing is guessed about others. */
export const readArgumentLines: TextRule = {
  name: "read-argument-lines",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    const body = /^```[\w-]*\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text.trim();
    if (endsInBlock(text, body)) return [];
    const members = readLines(body.split(/\r?\n/), tool);
    return members === undefined ? [] : [members];
  },
  examples: [
    { schema, sent: "path: src/a b.ts\nlimit: 5", runs: { path: "src/a b.ts", limit: 5 } },
    { schema, sent: "path: a\ntags:\n  - x\n  - y", runs: { path: "a", tags: ["x", "y"] } },
    { schema, sent: "path: a\ncontent: |\n  one\n    two\n", runs: { path: "a", content: "one\n  two\n" } },
    { schema, sent: "content: |-\n  one\npath: a", runs: { content: "one", path: "a" } },
    { schema, sent: "path: a\nplease" },
    { schema, sent: "path: a\nmode: w" },
    { schema, sent: 'path: "a' },
    { schema, sent: "path: a, limit: 5" },
    { schema, sent: 'path={"value' },
    { schema, sent: "path: a\ncontent: |\n  one\n  tw" },
    { schema, sent: "path: a\ncontent: null" },
    { schema, sent: "path: a\nlimit: 0644" },
  ],
};

/** Whether a text ends in the midst of a block, as far as can be told: its last line is indented and has no end. */
function endsInBlock(text: string, body: string): boolean {
  return !text.endsWith("\n") && /\|-?[ \t]*\r?\n(?:\r?\n|[ \t].*\r?\n)*[ \t].*$/.test(body);
}

/** A longer value on one line is no value. */
const MAX_CHARACTERS = 10_000;

const LINE = /^(?:- )?["']?([\p{L}_$][\p{L}\p{N}_$.-]{0,127})["']? ?(?::(?: |$)|= ?)(.*)$/u;

function readLines(lines: readonly string[], tool: Tool): JsonObject | undefined {
  const found = new Map<string, Json>();
  const names = placesOf(tool).names([]);
  const commas = lines.length > 1 && lines.slice(0, -1).every((line) => line.trimEnd().endsWith(","));
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    at++;
    if (line.trim() === "") continue;
    const [, name, written] = LINE.exec(line) ?? [];
    if (name === undefined || written === undefined || !names.has(name) || found.has(name)) return undefined;
    const below = indented(lines, at);
    at += below.length;
    const text = commas ? written.replace(/,\s*$/, "") : written;
    const value = below.length > 0 ? block(text, below) : scalar(text, name, tool);
    if (value === undefined) return undefined;
    found.set(name, value);
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** The lines from an index on that are indented, or blank between such lines. */
function indented(lines: readonly string[], from: number): readonly string[] {
  let end = from;
  for (let at = from; at < lines.length && /^(?:[ \t]|$)/.test(lines[at] ?? ""); at++) {
    if ((lines[at] ?? "").trim() !== "") end = at + 1;
  }
  return lines.slice(from, end);
}

/** A list of plain items, or text behind `|`, whose last line break `|-` takes off. */
function block(header: string, lines: readonly string[]): Json | undefined {
  const indent = /^ */.exec(lines[0] ?? "")?.[0] ?? "";
  if (indent === "" || !lines.every((line) => line.startsWith(indent) || line.trim() === "")) return undefined;
  const inner = lines.map((line) => line.slice(indent.length));
  const mark = header.trim();
  if (mark === "|") return `${inner.join("\n")}\n`;
  if (mark === "|-") return inner.join("\n");
  if (mark !== "" || !inner.every((line) => /^- [^\s\-"'[{&*!|>%@`#].*$/.test(line) && !/: |:$| #/.test(line)))
    return undefined;
  return inner.map((line) => line.slice(2).trim());
}

function scalar(written: string, name: string, tool: Tool): Json | undefined {
  const text = written.trim();
  const names = placesOf(tool).names([]);
  if (text === "" || text.length > MAX_CHARACTERS || /^(?:[|>&*!%@`]|"""|''')|\s#/.test(text)) return undefined;
  if (/^["']/.test(text)) {
    const quoted = readRootString(text);
    return quoted === FAILED ? undefined : quoted;
  }
  for (const { name: other } of assignments(text)) if (names.has(other)) return undefined;
  // Words for nothing, and digits that may be octal, mean one thing to a reader of YAML and another to others.
  if (/^(?:null|none|undefined|nil|~|[+-]?0\d+)$/i.test(text)) return undefined;
  if (/^[[{]/.test(text) && isOpen(text)) return undefined;
  const squeezed = squeezeKey(name);
  const properties = propertiesOf(tool.parameters, tool.parameters);
  const [key, schema] = [...properties].find(([declared]) => squeezeKey(declared) === squeezed) ?? [name, true];
  const content = holdsContent(key, schema);
  // Blanks around a text may be part of it, or of the notation.
  if (written !== text && placesOf(tool).types([key])?.has("string") !== false) return undefined;
  const [value, another] = valuesOf(text, { tool, path: [key], content, isString: undefined, entities: false });
  return another === undefined ? value : undefined;
}

/** Whether a text opens more brackets than it closes, as one does that was cut. */
function isOpen(text: string): boolean {
  return text.replaceAll(/[^[{]/g, "").length > text.replaceAll(/[^\]}]/g, "").length;
}
