import { coercePlainly } from "./coerce-plainly.ts";
import type { JsonObject } from "./json.ts";
import { isSchemaObject, type JsonSchema } from "./schema.ts";
import { shapeOf } from "./shape.ts";
import { validatorOf } from "./validator.ts";
import type { Host } from "./verdict.ts";

/** The host of the library face: a compiled schema with the options of the agent's own validator, and no shims. */
export const libraryHost: Host = {
  accept(tool, args) {
    const validator = validatorOf(tool.parameters);
    if (validator === undefined || lacksProperty(args, tool.parameters)) return undefined;
    const plain = coercePlainly(args, tool.parameters);
    if (plain !== undefined) return plain;
    // Why arguments are rejected is asked only about the few that stay rejected.
    const coerced = validator.coerce(args);
    return validator.check(coerced) ? (coerced as JsonObject) : undefined;
  },
};

/** Whether a required property is missing: no conversion adds one. */
function lacksProperty(args: JsonObject, schema: JsonSchema): boolean {
  if (!isSchemaObject(schema)) return false;
  for (const name of shapeOf(schema).required) if (!Object.hasOwn(args, name)) return true;
  return false;
}
