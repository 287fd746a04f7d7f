import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { isSchemaObject } from "../../core/schema.ts";
import { shapeOf } from "../../core/shape.ts";

/**
 * Keys that spell out a path into a declared property: `edits[0].oldText`, `parent.id`, `filter[status]`.
 * All items of a list must be there, and no path may end inside another.
 */
export const unflattenKeys: ArgumentRule = {
  name: "unflatten-keys",
  confidence: "certain",
  level: "envelope",
  takes: "object",
  concerns: (name) => stepsOf(name).length > 1,
  propose({ value, schema }) {
    if (!isObject(value) || !isSchemaObject(schema)) return [];
    const { properties } = shapeOf(schema);
    const built = new Map<string, Branch>();
    const rest: [string, Json][] = [];
    for (const [key, child] of Object.entries(value)) {
      const [first, ...steps] = properties.has(key) ? [key] : stepsOf(key);
      if (first === undefined || steps.length === 0 || !properties.has(first)) rest.push([key, child]);
      else if (Object.hasOwn(value, first) || !put(built, [first, ...steps], child)) return [];
    }
    if (built.size === 0) return [];
    const entries = [...built].map(([name, branch]) => [name, finish(branch)] as const);
    if (entries.some(([, finished]) => finished === undefined)) return [];
    return [{ kind: "replace", value: Object.fromEntries([...rest, ...entries]) as JsonObject }];
  },
  examples: [
    {
      schema: {
        type: "object",
        properties: {
          edits: {
            type: "array",
            items: { type: "object", properties: { oldText: { type: "string" } }, required: ["oldText"] },
          },
        },
        required: ["edits"],
      },
      sent: { "edits[0].oldText": "a", "edits[1].oldText": "b" },
      runs: { edits: [{ oldText: "a" }, { oldText: "b" }] },
    },
    {
      schema: {
        type: "object",
        properties: { parent: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
        required: ["parent"],
      },
      sent: { "parent.id": "x" },
      runs: { parent: { id: "x" } },
    },
    {
      schema: {
        type: "object",
        properties: { ids: { type: "array", items: { type: "integer" } } },
        required: ["ids"],
      },
      sent: { "ids[0]": 1, "ids[2]": 3 },
    },
    {
      schema: {
        type: "object",
        properties: { parent: { type: "object", properties: { id: { type: "string" } } } },
      },
      sent: { "parent.id": "x", parent: { id: "y" } },
    },
  ],
};

/** A value that is being built: a leaf, or what stands under each step. */
type Branch = { readonly leaf: Json } | { readonly steps: Map<string, Branch> };

/** The most steps a key may spell out, and the most characters. */
const MAX_STEPS = 16;
const MAX_CHARACTERS = 500;

function stepsOf(key: string): readonly string[] {
  if (key.length > MAX_CHARACTERS || !/^[\w$-]+(?:[.[/][\w$\]-]+)+\]?$/u.test(key)) return [key];
  const steps = key.replaceAll(/\[["']?([^\]"']*)["']?\]/gu, ".$1").split(/[./]/u);
  // `arguments.arguments` is more likely the property behind the name of a shell.
  return steps.length > MAX_STEPS || steps.includes("") || steps[0] === steps.at(-1) ? [key] : steps;
}

function put(built: Map<string, Branch>, [step, ...steps]: readonly string[], value: Json): boolean {
  if (step === undefined) return false;
  const known = built.get(step);
  if (steps.length === 0) {
    if (known !== undefined) return false;
    built.set(step, { leaf: value });
    return true;
  }
  const inner = known ?? { steps: new Map<string, Branch>() };
  if (!("steps" in inner)) return false;
  built.set(step, inner);
  return put(inner.steps, steps, value);
}

/** Steps that count make a list; `undefined` where one is left out. */
function finish(branch: Branch): Json | undefined {
  if ("leaf" in branch) return branch.leaf;
  const entries = [...branch.steps].map(([step, inner]) => [step, finish(inner)] as const);
  const complete = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  if (complete.length < entries.length) return undefined;
  if (!complete.every(([step]) => /^\d+$/u.test(step))) return Object.fromEntries(complete);
  const list = complete.toSorted(([one], [other]) => Number(one) - Number(other));
  return list.every(([step], index) => Number(step) === index) ? list.map(([, item]) => item) : undefined;
}
