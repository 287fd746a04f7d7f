import type { JsonObject } from "./json.ts";
import { validatorOf } from "./validator.ts";
import type { Host } from "./verdict.ts";

/** The host of the library face: a compiled schema with the options of the agent's own validator, and no shims. */
export const libraryHost: Host = {
  accept(tool, args) {
    const validator = validatorOf(tool.parameters);
    if (validator === undefined) return undefined;
    const result = validator.parse(args);
    return result.ok ? (result.value as JsonObject) : undefined;
  },
};
