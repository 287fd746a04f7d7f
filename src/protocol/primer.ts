import type { Tool } from "../core/call.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { isSchemaObject, propertiesOf, resolve, typesOf } from "../core/schema.ts";
import type { Variant } from "./variant.ts";

/** Characters of a tool's line, and of the whole text per tool on average: seven tools stay below 1,700. */
const TOOL_LINE = 150;

/**
 * What a model is told that writes its tool calls as text: the notation, a line per tool, two examples. The same tools
 * give the same text, so that it can stay in a prompt cache.
 */
export function primer(tools: readonly Tool[], variant: Variant): string {
  return [
    "To use a tool, write this and nothing after it:",
    variant.shape,
    `${variant.note} Several in a row run together. Results come back as "TOOL name OK" or "TOOL name FAILED". Never write a result yourself.`,
    "",
    "Tools (? is optional):",
    ...tools.map(describeTool),
    "",
    "Examples:",
    ...examples(tools).map(([tool, args]) => variant.render({ name: tool.name, arguments: args }, tool)),
  ].join("\n");
}

function describeTool(tool: Tool): string {
  const signature = `${tool.name}(${describeProperties(tool.parameters, tool.parameters, 0)})`;
  const room = TOOL_LINE - signature.length - 3;
  const summary = room < 20 ? "" : firstSentence(tool.description, room);
  return summary === "" ? signature : `${signature} - ${summary}`;
}

function describeProperties(schema: Tool["parameters"], root: Tool["parameters"], depth: number): string {
  const node = resolve(schema, root);
  const required = isSchemaObject(node) && Array.isArray(node.required) ? node.required : [];
  return [...propertiesOf(schema, root)]
    .map(([name, property]) => `${name}${required.includes(name) ? "" : "?"}:${describeType(property, root, depth)}`)
    .join(", ");
}

/** Deeper structures are named by their type alone. */
const MAX_DEPTH = 2;

function describeType(schema: Tool["parameters"], root: Tool["parameters"], depth: number): string {
  const node = resolve(schema, root);
  if (isSchemaObject(node)) {
    if (Array.isArray(node.enum) && node.enum.length <= 8)
      return node.enum.map((member) => JSON.stringify(member)).join("|");
    if (Object.hasOwn(node, "const")) return JSON.stringify(node.const);
  }
  const types = [...typesOf(schema, root)].filter((type) => type !== "null");
  if (types.includes("array") && isSchemaObject(node) && types.length === 1) {
    const items = typeof node.items === "boolean" || isSchemaObject(node.items) ? node.items : true;
    return `[${describeType(items, root, depth)}]`;
  }
  if (types.length === 1 && types[0] === "object" && depth < MAX_DEPTH) {
    const inside = describeProperties(schema, root, depth + 1);
    return inside === "" ? "object" : `{${inside}}`;
  }
  if (types.length >= 6) return "any";
  return types.filter((type) => type !== "integer" || !types.includes("number")).join("|");
}

function firstSentence(text: string, room: number): string {
  const sentence = /^[^\n]*?[.](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim().split("\n", 1)[0] ?? "";
  return sentence.length <= room ? sentence : `${sentence.slice(0, room - 1).trimEnd()}…`;
}

type Example = readonly [Tool, JsonObject];

/**
 * The tool that asks for the least, since it can do no harm when it is copied, and the first one that takes a structure,
 * since that is what models get wrong.
 */
function examples(tools: readonly Tool[]): readonly Example[] {
  const samples = tools.flatMap((tool): Example[] => {
    const args = sampleOf(tool.parameters, tool.parameters, "", 0);
    return isObject(args) && Object.keys(args).length > 0 ? [[tool, args]] : [];
  });
  const simplest = samples.toSorted(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length)[0];
  const structured = samples.find(([, args]) => Object.values(args).some((value) => typeof value === "object"));
  return [...new Set([simplest, structured])].filter((sample) => sample !== undefined);
}

/** A value of the schema's kind with its required properties; `undefined` where a made-up one could be invalid. */
function sampleOf(schema: Tool["parameters"], root: Tool["parameters"], name: string, depth: number): Json | undefined {
  const node = resolve(schema, root);
  if (!isSchemaObject(node) || depth > MAX_DEPTH + 1) return undefined;
  if (Array.isArray(node.enum)) return node.enum[0] as Json;
  switch (node.type) {
    case "string":
      return node.pattern === undefined && node.format === undefined ? textFor(name) : undefined;
    case "number":
    case "integer":
      return node.minimum === undefined ? 1 : undefined;
    case "boolean":
      return true;
    case "array": {
      const item = sampleOf(node.items as Tool["parameters"], root, name, depth + 1);
      return item === undefined ? undefined : [item];
    }
    case "object": {
      const required = Array.isArray(node.required) ? node.required : [];
      const declared = propertiesOf(schema, root);
      const entries = required.map((key) => [key, sampleOf(declared.get(key) ?? false, root, key, depth + 1)] as const);
      if (entries.some(([, value]) => value === undefined)) return undefined;
      return Object.fromEntries(entries) as JsonObject;
    }
    default:
      return undefined;
  }
}

function textFor(name: string): string {
  if (/path|file/i.test(name)) return "src/main.ts";
  if (/command|cmd|script/i.test(name)) return "ls";
  return name === "" ? "text" : `${name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}`;
}
