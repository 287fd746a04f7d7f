import { fits, itemSchema } from "../../core/fits.ts";
import type { Json } from "../../core/json.ts";
import { parseJson } from "../../core/parse-json.ts";
import { readNumber } from "../../core/read-number.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, resolve, typesOf } from "../../core/schema.ts";
import { fitsItem } from "./reading/asked.ts";
import { replaceBy } from "./reading/change.ts";
import { foldToMember, membersOf } from "./reading/members.ts";

/**
 * Several numbers, members, or values of a pattern or format in one text: `"1, 2, 3"` for a list of numbers.
 * Every piece must be such a value and the whole none. Free text is never split, nor are digits that may be grouped.
 */
export const splitTextList: ArgumentRule = {
  name: "split-text-list",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose: (place) => replaceBy(typeof place.value === "string" ? split(place.value, place) : undefined),
  examples: [
    {
      schema: { type: "object", properties: { sizes: { type: "array", items: { type: "number" } } } },
      sent: { sizes: "1, 2.5, 3" },
      runs: { sizes: [1, 2.5, 3] },
    },
    {
      schema: { type: "object", properties: { kinds: { type: "array", items: { enum: ["RGB", "HEX"] } } } },
      sent: { kinds: "- rgb\n- hex" },
      runs: { kinds: ["RGB", "HEX"] },
    },
    {
      schema: { type: "object", properties: { to: { type: "array", items: { type: "string", format: "email" } } } },
      sent: { to: "a@x.example; b@x.example" },
      runs: { to: ["a@x.example", "b@x.example"] },
    },
    {
      schema: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
      sent: { tags: "a, b" },
    },
    {
      schema: {
        type: "object",
        properties: { sizes: { type: "array", items: { type: "number" } } },
        required: ["sizes"],
      },
      sent: { sizes: "100,200" },
    },
    {
      schema: {
        type: "object",
        properties: { sizes: { type: "array", items: { type: "number" } } },
        required: ["sizes"],
      },
      sent: { sizes: "1, 2 or 3" },
    },
  ],
};

function split(text: string, { schema, root, key }: Place): readonly Json[] | undefined {
  const node = resolve(schema, root);
  const types = typesOf(schema, root);
  if (!isSchemaObject(node) || text.length > MAX_LENGTH || !types.has("array") || types.has("string")) return undefined;
  // What JSON reads needs no splitting.
  if (text.startsWith("[") && parseJson(text) !== undefined) return undefined;
  if (fitsItem(text, schema, root) || settle(text, itemSchema(node, 0), root, key) !== undefined) return undefined;
  const settled = pieces(text).map((piece, index) => settle(piece, itemSchema(node, index), root, key));
  return settled.length > 1 && settled.every((item) => item !== undefined) ? settled : undefined;
}

const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s+/;
/** Digits that a comma or space may group by thousands as well as part. */
const GROUPED = /(?<!\d)\d{1,3}[, ]\d{3}(?!\d)/;
/** Longer texts are no list that a model wrote by hand. */
const MAX_LENGTH = 100_000;

function pieces(text: string): readonly string[] {
  const inside = /^\s*(?:\(([^()]*)\)|\[([^[\]]*)\])\s*$/.exec(text);
  const list = (inside?.[1] ?? inside?.[2] ?? text).trim();
  if (GROUPED.test(list)) return [];
  if (list.includes("\n")) {
    return list.split(/\r?\n/).flatMap((line) => strip(line.replace(BULLET, "").replace(/,\s*$/, "")));
  }
  const separator = list.includes(";") ? ";" : list.includes(",") ? "," : list.includes("|") ? "|" : undefined;
  const parts = separator === undefined ? list.split(/\s+/) : list.split(separator);
  return parts.flatMap((part, index) => (part.trim() === "" && index === parts.length - 1 ? [] : [part.trim()]));
}

function strip(line: string): readonly string[] {
  return line.trim() === "" ? [] : [line.trim()];
}

/** What one piece says to the schema of an item; a free string says nothing certain. */
function settle(piece: string, schema: unknown, root: Place["root"], key: string): Json | undefined {
  const node = resolve(schema, root);
  if (!isSchemaObject(node) || piece === "") return undefined;
  const types = typesOf(node, root);
  if (types.has("integer") && !types.has("string")) {
    const number = readNumber(piece);
    return number !== undefined && fits(number, node, root) ? number : undefined;
  }
  const members = membersOf(node);
  if (members.length > 0) return foldToMember(piece, members, key);
  const strict = types.has("string") && (typeof node.pattern === "string" || typeof node.format === "string");
  return strict && fits(piece, node, root) ? piece : undefined;
}
