import { itemSchema } from "../../core/fits.ts";
import { isArray, isObject, type Json } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, resolve, typesOf } from "../../core/schema.ts";
import { fitsItem, itemTypes } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";
import { foldToMember, membersOf } from "./reading/members.ts";
import { typed } from "./reading/peel.ts";

/**
 * One value where a list is asked for, when the value itself needs repair before the host can wrap it: `"three"` for a list
 * of numbers, an object with a misnamed key for a list of objects. Text that may be several values is left alone.
 */
export const wrapSingleValue: ArgumentRule = {
  name: "wrap-single-value",
  confidence: "certain",
  level: "value",
  propose: (place) => replaceBy(isOneItem(place) ? [asItem(place)] : undefined),
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
      schema: {
        type: "object",
        properties: {
          options: {
            type: "array",
            items: { type: "object", properties: { label: { type: "string" } }, required: ["label"] },
          },
        },
        required: ["options"],
      },
      sent: { options: "Yes or no" },
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

/** The value as the item it spells, where that can be told here; other repairs follow at the item. */
function asItem({ value, schema, root, key }: Place): Json {
  const node = resolve(schema, root);
  const items = isSchemaObject(node) ? resolve(itemSchema(node, 0), root) : true;
  if (typeof value !== "string") return value;
  return foldToMember(value, membersOf(items), key) ?? typed(value, items, root);
}

function isOneItem({ value, schema, root }: Place): boolean {
  const types = typesOf(schema, root);
  if (!types.has("array") || isArray(value) || value === null) return false;
  if (typeof value === "string" && (value.trim() === "" || /^\s*[[{(<"']/.test(value))) return false;
  const items = itemTypes(schema, root);
  if (isObject(value)) return items.has("object") && !types.has("object") && !isShell(value);
  if (typeof value !== "string") return true;
  if (fitsItem(value, schema, root)) return false;
  // A bare string for an object is one item only where nothing in it sets several apart.
  if (items.has("object")) return items.size === 1 && !/[,;|\n]|\s(?:and|or|&)\s/i.test(value);
  return !(items.has("integer") && /\d[,\s]\s*\d/.test(value));
}

/** An object that stands around a list rather than in it. */
function isShell(value: { readonly [key: string]: Json }): boolean {
  const keys = Object.keys(value);
  if (keys.length === 0) return true;
  return keys.every((key) => /^\d+$/.test(key)) || (keys.length === 1 && isArray(value[keys[0] ?? ""]));
}
