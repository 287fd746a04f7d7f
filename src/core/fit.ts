import { equal, type JsonSchema } from "@earendil-works/pi-schema";
import { conversionOf } from "./conversion.ts";
import { fits, itemSchema } from "./fits.ts";
import { isArray, isObject, type Json, type JsonObject, type JsonType, typeOf } from "./json.ts";
import { endsInCallTag, holdsContent, isOwnParameter, splitMarkupTail } from "./markup-tail.ts";
import { createPairMemo } from "./pair-memo.ts";
import { type SchemaObject, typesOfBranch } from "./schema.ts";
import { branchesOf, schemaUnder, shapeOf } from "./shape.ts";

/**
 * How a value stands to the schema of its place. `"tidy"`: the host runs it as meant. `"loose"`: so too, but some
 * object in it has undeclared keys that the host ignores. `"faulty"`: the host rejects it or runs another meaning.
 */
export type Fit = "tidy" | "loose" | "faulty";

/** Judges values of one call, piece by piece, and remembers what it said about each object and list. */
export interface Fitter {
  fitAny(value: Json, schema: unknown, key: string): Fit;
  /** As `fitAny`, for one alternative that `branchesOf` returned. */
  fitBranch(value: Json, branch: SchemaObject, key: string): Fit;
}

/** Whether call markup may be found in a value of which the schema says nothing. */
function mayHoldTag(value: Json): boolean {
  return typeof value === "string" ? value.trimEnd().endsWith(">") : typeof value === "object" && value !== null;
}

/** An estimate for the search of a repair: what runs in the end is decided by the host alone. */
export function createFitter(root: JsonSchema): Fitter {
  const known = createPairMemo<Fit>();

  function fitAny(value: Json, schema: unknown, key: string): Fit {
    if (schema === true && !mayHoldTag(value)) return "tidy";
    const isContainer = typeof value === "object" && value !== null;
    const remembered = isContainer ? known.find(value, schema) : undefined;
    if (remembered !== undefined) return remembered;
    let found: Fit = "faulty";
    for (const branch of branchesOf(schema, root)) {
      found = better(found, fitBranch(value, branch, key));
      if (found === "tidy") break;
    }
    return isContainer ? known.keep(value, schema, found) : found;
  }

  function fitBranch(value: Json, branch: SchemaObject, key: string): Fit {
    const types = typesOfBranch(branch);
    if (isObject(value) && types.has("object")) return fitObject(value, branch);
    if (isArray(value) && types.has("array")) return fitList(value, branch, key);
    if (types.has(typeOf(value))) return fitScalar(value, branch, key);
    const conversion = conversionOf(value, types, key);
    if (conversion !== "harmless") return "faulty";
    if (types.has("array") && !convertsToScalar(value, types)) return fitList([value], branch, key);
    return fits(converted(value, types, branch), withoutTypes(branch, types), root) ? "tidy" : "faulty";
  }

  function fitScalar(value: Json, branch: SchemaObject, key: string): Fit {
    if (!fits(value, branch, root)) return "faulty";
    const tail = typeof value === "string" && endsInCallTag(value) && !holdsContent(key, branch);
    return tail && (splitMarkupTail(value) !== undefined || isOwnParameter(value, key)) ? "faulty" : "tidy";
  }

  function fitList(list: readonly Json[], branch: SchemaObject, key: string): Fit {
    if (typeof branch.minItems === "number" && list.length < branch.minItems) return "faulty";
    if (typeof branch.maxItems === "number" && list.length > branch.maxItems) return "faulty";
    if (!isMember(list, branch)) return "faulty";
    let worst: Fit = "tidy";
    for (const [index, item] of list.entries()) {
      worst = worse(worst, fitAny(item, itemSchema(branch, index), key));
      if (worst === "faulty") return worst;
    }
    return worst;
  }

  function fitObject(value: JsonObject, branch: SchemaObject): Fit {
    const shape = shapeOf(branch);
    for (const name of shape.required) if (!Object.hasOwn(value, name)) return "faulty";
    if (!isMember(value, branch)) return "faulty";
    let worst: Fit = "tidy";
    for (const [name, child] of Object.entries(value)) {
      const schema = schemaUnder(shape, name);
      if (schema !== undefined) worst = worse(worst, fitAny(child, schema, name));
      else worst = worse(worst, shape.rest === "closed" ? "faulty" : "loose");
      if (worst === "faulty") return worst;
    }
    return worst;
  }

  return { fitAny, fitBranch };
}

function isMember(value: Json, { enum: members, const: only }: SchemaObject): boolean {
  if (Array.isArray(members) && !members.some((member) => equal(member, value))) return false;
  return only === undefined || equal(only, value);
}

function convertsToScalar(value: Json, types: ReadonlySet<JsonType>): boolean {
  const scalars = new Set(types);
  scalars.delete("array");
  return conversionOf(value, scalars, "") === "harmless";
}

/** The value a harmless conversion to a scalar leads to, as far as constraints can be checked on it. */
function converted(value: Json, types: ReadonlySet<JsonType>, branch: SchemaObject): Json {
  const members = Array.isArray(branch.enum) ? branch.enum : branch.const === undefined ? [] : [branch.const];
  const same = members.find((member) => String(member) === String(value));
  if (same !== undefined) return same as Json;
  if (typeof value !== "string") return types.has("string") ? String(value) : value === 1 || value === true;
  const number = Number(value);
  if ((types.has("number") || types.has("integer")) && !Number.isNaN(number)) return number;
  if (types.has("boolean")) return /^(?:true|1)$/iu.test(value);
  return null;
}

/** A branch whose `type` cannot reject what was converted for it. */
function withoutTypes(branch: SchemaObject, types: ReadonlySet<JsonType>): SchemaObject {
  return branch.type === undefined ? branch : { ...branch, type: [...types] };
}

const RANK: Readonly<Record<Fit, number>> = { tidy: 0, loose: 1, faulty: 2 };

function better(one: Fit, other: Fit): Fit {
  return RANK[other] < RANK[one] ? other : one;
}

function worse(one: Fit, other: Fit): Fit {
  return RANK[other] > RANK[one] ? other : one;
}
