import { LIST_SHELLS } from "../../core/conversion.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { type JsonSchema, typesOf } from "../../core/schema.ts";
import { isSameInWords } from "../keys/reading/same-words.ts";
import { fold } from "../keys/reading/words.ts";

/**
 * A list inside an object that only holds it: `{"edits": {"item": […]}}`, or an object that counts instead of a list:
 * `{"0": …, "1": …}`. Numbers must run without a gap.
 */
export const unwrapList: ArgumentRule = {
  name: "unwrap-list",
  confidence: "certain",
  level: "envelope",
  takes: "object",
  concerns: () => false, // shells of lists stand further in
  propose({ value, schema, root, path, key }) {
    if (path === "" || !isObject(value)) return [];
    const types = typesOf(schema, root);
    if (!types.has("array") || types.has("object")) return [];
    const list = countedList(value) ?? heldList(value, key);
    return list === undefined ? [] : [{ kind: "replace", value: list }];
  },
  examples: [
    {
      schema: { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } }, required: ["ids"] },
      sent: { ids: { item: [1, 2] } },
      runs: { ids: [1, 2] },
    },
    {
      schema: { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } }, required: ["ids"] },
      sent: { ids: { "0": 4, "1": 5 } },
      runs: { ids: [4, 5] },
    },
    {
      schema: { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } }, required: ["ids"] },
      sent: { ids: { "0": 4, "2": 5 } },
    },
    {
      schema: { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } }, required: ["ids"] },
      sent: { ids: { add: [1], remove: [2] } },
    },
  ],
};

/** Whether a key says the property's name again, also in a clumsy singular: `companie` for `companies`. */
function repeats(name: string, key: string): boolean {
  return `${fold(name)}s` === fold(key) || isSameInWords(name, key, NO_NAMES, true);
}

/** The items of an object whose keys count from 0 or 1. */
function countedList(value: JsonObject): readonly Json[] | undefined {
  const keys = Object.keys(value);
  const [first] = keys;
  if (first !== "0" && first !== "1") return undefined;
  const start = Number(first);
  return keys.every((key, index) => key === String(start + index)) ? Object.values(value) : undefined;
}

const NO_NAMES: ReadonlyMap<string, JsonSchema> = new Map();

/** The list under the only key of an object; under a name for lists also the one item of it. */
function heldList(value: JsonObject, key: string): Json | undefined {
  const [only, other] = Object.keys(value);
  if (only === undefined || other !== undefined) return undefined;
  const inside = value[only] ?? null;
  if (inside === null || !(LIST_SHELLS.has(fold(only)) || repeats(only, key))) return undefined;
  return isArray(inside) ? inside : [inside];
}
