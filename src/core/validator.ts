import { type CoercingValidator, compile, type JsonSchema } from "@earendil-works/pi-schema";
import { formats } from "@earendil-works/pi-schema/formats";

type SchemaValidator = CoercingValidator<unknown>;

const compiled = new WeakMap<object, SchemaValidator | "malformed">();

/** The validator of a schema with the host's options, compiled once per schema object; `undefined` when it does not compile. */
export function validatorOf(schema: JsonSchema): SchemaValidator | undefined {
  if (typeof schema !== "object") return undefined;
  let validator = compiled.get(schema);
  if (validator === undefined) {
    validator = tryCompile(schema);
    compiled.set(schema, validator);
  }
  return validator === "malformed" ? undefined : validator;
}

function tryCompile(schema: JsonSchema): SchemaValidator | "malformed" {
  try {
    const validator = compile(schema, { formats, coerce: true, unresolvedRefs: "reject" });
    validator.check({});
    return validator;
  } catch {
    return "malformed";
  }
}
