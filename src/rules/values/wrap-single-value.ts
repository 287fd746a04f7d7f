import { isArray, isObject, type Json } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { fitsItem, itemTypes } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * One value where a list is asked for, when the value itself needs repair before the host can wrap it: `"three"` for a list
 * of numbers, an object with a misnamed key for a list of objects. Text that may be several values is left alone.
 */
export const wrapSingleValue: ArgumentRule = {
  name: "wrap-single-value",
  confidence: "certain",
  level: "value",
  propose: (place) => replaceBy(isOneItem(place) ? [place.value] : undefined),
  examples: [
    {
      schema: { type: "object", properties: { sizes: { type: "array", items: { type: "integer" } } } },
      sent: { sizes: "three" },
      runs: { sizes: [3] },
    },
    {
      schema: { type: "object", properties: { kinds: { type: "array", items: { enum: ["RGB", "HEX"] } } } },
      sent: { kinds: "rgb" },
      runs: { kinds: ["RGB"] },
    },
    {
      schema: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
      sent: { tags: "a, b" },
    },
    {
      schema: {
        type: "object",
        properties: { sizes: { type: "array", items: { type: "integer" } } },
        required: ["sizes"],
      },
      sent: { sizes: "1,200" },
    },
    {
      schema: {
        type: "object",
        properties: { sizes: { type: "array", items: { type: "integer" } } },
        required: ["sizes"],
      },
      sent: { sizes: "[1, 2" },
    },
  ],
};

function isOneItem({ value, schema, root }: Place): boolean {
  const types = typesOf(schema, root);
  if (!types.has("array") || isArray(value) || value === null) return false;
  const items = itemTypes(schema, root);
  if (isObject(value)) return items.has("object") && !types.has("object") && !isShell(value);
  if (typeof value !== "string") return true;
  if (value.trim() === "" || /^\s*[[{(<"']/.test(value) || fitsItem(value, schema, root)) return false;
  return !items.has("object") && !(items.has("integer") && value.includes(","));
}

/** An object that stands around a list rather than in it. */
function isShell(value: { readonly [key: string]: Json }): boolean {
  const keys = Object.keys(value);
  if (keys.length === 0) return true;
  return keys.every((key) => /^\d+$/.test(key)) || (keys.length === 1 && isArray(value[keys[0] ?? ""]));
}
