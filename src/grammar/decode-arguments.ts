import type { Tool, ToolCall } from "../core/call.ts";
import { isObject, type Json, type JsonObject, typeOf } from "../core/json.ts";
import { isSchemaObject, propertiesOf, resolve, typesOf } from "../core/schema.ts";
import type { FoundCall, ParameterText } from "./family.ts";
import { readJson } from "./json-text.ts";

/**
 * The call with its arguments decoded by the schema of the tool it names. What the schema leaves open stays text; a body
 * that is no JSON object becomes `argumentsError`, as the host writes it.
 * @param tool The tool the name stands for, if one is known.
 */
export function decodeCall(found: FoundCall, tool: Tool | undefined): ToolCall {
  const { name, body } = found;
  switch (body.kind) {
    case "object":
      return { name, arguments: body.value };
    case "keywords":
      return { name, arguments: withoutAbsent(body.value, tool) };
    case "texts":
      return {
        name,
        arguments: withoutAbsent(
          Object.fromEntries(body.texts.map((text) => [text.key, decodeText(text, tool)])),
          tool,
        ),
      };
    case "raw":
      return {
        name,
        arguments: {},
        argumentsError: `${parserMessage(body.text)}\n\nReceived arguments:\n${body.text}`,
      };
    default:
      return body satisfies never;
  }
}

/** Null for a parameter that takes no null and is not required: how notations without JSON leave an argument out. */
function withoutAbsent(args: JsonObject, tool: Tool | undefined): JsonObject {
  if (tool === undefined || !Object.values(args).includes(null)) return args;
  const properties = propertiesOf(tool.parameters, tool.parameters);
  const required =
    isSchemaObject(tool.parameters) && Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const stays = ([key, value]: readonly [string, Json]) => {
    const schema = properties.get(key);
    return (
      value !== null || schema === undefined || required.includes(key) || typesOf(schema, tool.parameters).has("null")
    );
  };
  return Object.fromEntries(Object.entries(args).filter(stays));
}

function decodeText({ key, text, says }: ParameterText, tool: Tool | undefined): Json {
  const types = typesOfParameter(key, tool);
  if (types === undefined) return says === "json" ? (readJson(text.trim()) ?? text) : text;
  if (types.has("string")) return decodeOpen(text, types, says);
  const trimmed = text.trim();
  if (types.has("boolean") && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  const value = readJson(trimmed);
  return value === undefined || typeof value === "string" ? text : value;
}

/** A text for a parameter that takes strings: text, but where it takes other types too and the text is one of those. */
function decodeOpen(text: string, types: ReadonlySet<string>, says: ParameterText["says"]): Json {
  if (says === "json") {
    const value = readJson(text.trim());
    return value !== undefined && types.has(typeOf(value)) ? value : text;
  }
  if (types.size === 1 || says === "string") return text;
  const value = isJson(text) ? readJson(text.trim()) : undefined;
  return value !== undefined && typeof value !== "string" && types.has(typeOf(value)) ? value : text;
}

/** Strict JSON that no text would be by chance: prose that opens with a bracket is none. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The types a parameter takes; `undefined` where the schema does not know it. Names may differ in case and punctuation. */
function typesOfParameter(key: string, tool: Tool | undefined): ReadonlySet<string> | undefined {
  if (tool === undefined) return undefined;
  const root = tool.parameters;
  const properties = propertiesOf(root, root);
  const schema = properties.get(key) ?? schemaLike(key, properties);
  if (schema !== undefined) return typesOf(schema, root);
  const node = resolve(root, root);
  if (isObject(node) && isSchemaObject(node.additionalProperties)) return typesOf(node.additionalProperties, root);
  return properties.size === 0 ? typesOf(true, root) : undefined;
}

function schemaLike<T>(key: string, properties: ReadonlyMap<string, T>): T | undefined {
  const alike = [...properties].filter(([name]) => fold(name) === fold(key));
  return alike.length === 1 ? alike[0]?.[1] : undefined;
}

/** The active tool a name stands for: the very name, else the only one that differs in case and punctuation. */
export function toolNamed(name: string, tools: readonly Tool[]): Tool | undefined {
  const exact = tools.find((tool) => tool.name === name);
  if (exact !== undefined) return exact;
  const alike = tools.filter((tool) => fold(tool.name) === fold(name));
  return alike.length === 1 ? alike[0] : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function parserMessage(text: string): string {
  try {
    JSON.parse(text);
    return "Tool arguments must be a JSON object";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
