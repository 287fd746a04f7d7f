import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Tool, ToolCall } from "./call.ts";
import { type Json, type JsonType, typeOf } from "./json.ts";
import type { Failure, Pointer } from "./outcome.ts";
import { childOf, isSchemaObject, propertiesOf, resolve, typesOf } from "./schema.ts";

/** Where a call did not fit, without a value and without a name that only the model knows. */
export interface FailureShape {
  /** JSON Pointer through declared property names; list positions stand as `0`, undeclared names as `*`. */
  readonly path: Pointer;
  /** The JSON Schema keyword or distortion; the failure's code where the call as a whole is at fault. */
  readonly keyword: string;
  /** The types the schema accepts there, joined with `|`; `""` where it says nothing. */
  readonly expected: string;
  readonly received: JsonType | "missing";
}

/** The shapes of a failure, one per finding. */
export function shapesOf(failure: Failure, call: ToolCall, tool: Tool | undefined): readonly FailureShape[] {
  if (!("findings" in failure) || tool === undefined) {
    return [
      { path: "", keyword: failure.code, expected: "object", received: call.argumentsError ? "string" : "object" },
    ];
  }
  return failure.findings.map(({ path, keyword }) => ({ keyword, ...locate(path, call.arguments, tool.parameters) }));
}

function locate(path: Pointer, args: Json, root: JsonSchema): Omit<FailureShape, "keyword"> {
  let value: Json | undefined = args;
  let schema: JsonSchema | undefined = root;
  const names: string[] = [];
  for (const step of path.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const declared: JsonSchema | undefined = schema === undefined ? undefined : childSchema(schema, value, key, root);
    names.push(Array.isArray(value) ? "0" : declared === undefined ? "*" : step);
    value = value === undefined ? undefined : childOf(value, key);
    schema = declared;
  }
  const types = schema === undefined ? [] : [...typesOf(schema, root)];
  return {
    path: names.map((name) => `/${name}`).join(""),
    expected:
      types.length === 7 ? "" : types.filter((type) => type !== "integer" || !types.includes("number")).join("|"),
    received: value === undefined ? "missing" : typeOf(value),
  };
}

function childSchema(
  schema: JsonSchema,
  value: Json | undefined,
  key: string,
  root: JsonSchema,
): JsonSchema | undefined {
  if (!Array.isArray(value)) return propertiesOf(schema, root).get(key);
  const node = resolve(schema, root);
  return isSchemaObject(node) && (typeof node.items === "boolean" || isSchemaObject(node.items))
    ? node.items
    : undefined;
}
