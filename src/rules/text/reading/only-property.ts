import type { Tool } from "../../../core/call.ts";
import type { JsonType } from "../../../core/json.ts";
import { isSchemaObject, propertiesOf, resolve, typesOf } from "../../../core/schema.ts";

/**
 * The property that a bare value of a type can only be meant for: the one that must be there, or, where none must, the
 * only one of that type.
 */
export function onlyProperty(tool: Tool, type: JsonType): string | undefined {
  const { parameters } = tool;
  const properties = propertiesOf(parameters, parameters);
  const accepting = [...properties].filter(([, schema]) => typesOf(schema, parameters).has(type)).map(([name]) => name);
  const required = requiredProperties(tool);
  const [name, another] = required.length === 0 ? accepting : required;
  return name !== undefined && another === undefined && accepting.includes(name) ? name : undefined;
}

/** The names of the properties that every call of a tool must have. */
export function requiredProperties({ parameters }: Tool): readonly string[] {
  const node = resolve(parameters, parameters);
  const required = isSchemaObject(node) && Array.isArray(node.required) ? node.required : [];
  return required.filter((name) => typeof name === "string");
}
