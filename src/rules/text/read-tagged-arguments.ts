import { ARGUMENT_SHELLS } from "../../core/argument-shells.ts";
import type { Tool } from "../../core/call.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { holdsContent } from "../../core/markup-tail.ts";
import { foldName } from "../../core/name-words.ts";
import type { TextRule } from "../../core/rule.ts";
import { propertiesOf } from "../../core/schema.ts";
import { FAILED } from "./reading/failed.ts";
import { placesOf, squeezeKey } from "./reading/places.ts";
import { readTags, type TaggedValue } from "./reading/tags.ts";
import { valuesOf } from "./reading/written-value.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string" },
    content: { type: "string" },
    limit: { type: "number" },
    tags: { type: "array" },
  },
  required: ["path"],
};

/** More readings than this are not worth comparing. */
const MAX_READINGS = 8;

/**
 * Arguments between tags instead of JSON. A string is taken byte for byte; the schema decides what is read as a number, a list or an
 * object. Where a text has two readings (line breaks around it, entities in it) both are proposed.
 */
export const readTaggedArguments: TextRule = {
  name: "read-tagged-arguments",
  level: "text",
  confidence: "certain",
  propose(text, tool) {
    if (!/^\s*[^\s<]{0,128}\s*</.test(text)) return [];
    const name = squeezeKey(tool.name);
    const values = readTags(text, (other) => squeezeKey(other.replace(/^.*[.:]/, "")) === name || other === tool.name);
    return values === FAILED ? [] : readings(values, tool);
  },
  examples: [
    { schema, sent: '<path>["a"]</path><limit>3</limit>', runs: { path: ["a"], limit: 3 } },
    { schema, sent: "<path>a</path>\n<limit>5</limit>", runs: { path: "a", limit: 5 } },
    { schema, sent: '<parameter name="path">a <b></parameter>', runs: { path: "a <b>" } },
    { schema, sent: "<parameter=path>\na\n</parameter>", runs: { path: "a" } },
    {
      schema,
      sent: '<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>tags</arg_key><arg_value>["x"]</arg_value>',
      runs: { path: "a", tags: ["x"] },
    },
    { schema, sent: "<path>a</path><content>x" },
    { schema, sent: "<path>a</path> and <path>b</path>" },
    { schema, sent: "<p>some text</p>" },
  ],
};

function readings(values: readonly TaggedValue[], tool: Tool): readonly JsonObject[] {
  const names = placesOf(tool).names([]);
  if (!values.some(({ name }) => names.has(name)) && !isShell(values)) return [];
  const wrapped = values.length > 1 && values.every(({ text }) => /^\n[\s\S]*\n$/.test(text));
  let found: readonly (readonly [string, Json][])[] = [[]];
  for (const value of values) {
    const options = optionsFor(value, tool, wrapped);
    if (found.some((members) => members.some(([name]) => name === value.name))) return [];
    found = found.flatMap((members) => options.map((option) => [...members, [value.name, option] as [string, Json]]));
    if (found.length > MAX_READINGS) return [];
  }
  return found.map((members) => Object.fromEntries(members));
}

/** Whether one of the tags stands around all the arguments, and the others name the call. */
function isShell(values: readonly TaggedValue[]): boolean {
  const [shell, another] = values.filter(({ text }) => /^\s*\{[\s\S]*\}\s*$/.test(text));
  return shell !== undefined && another === undefined && values.length < 4 && ARGUMENT_SHELLS.has(foldName(shell.name));
}

function optionsFor(value: TaggedValue, tool: Tool, wrapped: boolean): readonly Json[] {
  const squeezed = squeezeKey(value.name);
  const properties = propertiesOf(tool.parameters, tool.parameters);
  const [key, schema] = [...properties].find(([name]) => squeezeKey(name) === squeezed) ?? [value.name, true];
  const content = holdsContent(key, schema);
  return breakOptions(value, wrapped, content).flatMap((text) =>
    valuesOf(text, { tool, path: [key], content, isString: value.isString, entities: true }),
  );
}

/** The text with the line breaks that the form puts around it taken off; both ways where it cannot be known. */
function breakOptions({ text, padded }: TaggedValue, wrapped: boolean, content: boolean): readonly string[] {
  const inner = /^\r?\n([\s\S]*?)\r?\n$/.exec(text)?.[1];
  if (inner === undefined) return [padded ? text.replace(/^\r?\n|\r?\n$/g, "") : text];
  return padded || wrapped || !content ? [inner] : [inner, text];
}
