import { fits } from "../../core/fits.ts";
import { nameWords } from "../../core/name-words.ts";
import { isPlaceholderWord } from "../../core/placeholders.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { isSchemaObject, propertiesOf, typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A bare string for an object whose only required property is a string: `"Yes"` for `{"label": "Yes"}`.
 * Text that is itself an object, a list or nothing stays as it is.
 */
export const fillOnlyRequiredString: ArgumentRule = {
  name: "fill-only-required-string",
  confidence: "certain",
  level: "value",
  propose: (place) => replaceBy(typeof place.value === "string" ? fill(place.value, place) : undefined),
  examples: [
    {
      schema: {
        type: "object",
        properties: { to: { type: "object", properties: { email: { type: "string" } }, required: ["email"] } },
        required: ["to"],
      },
      sent: { to: "see above" },
    },
    {
      schema: {
        type: "object",
        properties: {
          options: {
            type: "array",
            items: {
              type: "object",
              properties: { label: { type: "string" }, hint: { type: "string" } },
              required: ["label"],
            },
          },
        },
      },
      sent: { options: ["Yes", "No"] },
      runs: { options: [{ label: "Yes" }, { label: "No" }] },
    },
    {
      schema: {
        type: "object",
        properties: {
          at: {
            type: "object",
            properties: { file: { type: "string" }, name: { type: "string" } },
            required: ["file", "name"],
          },
        },
        required: ["at"],
      },
      sent: { at: "a.ts" },
    },
    {
      schema: {
        type: "object",
        properties: { at: { type: "object", properties: { file: { type: "string" } }, required: ["file"] } },
        required: ["at"],
      },
      sent: { at: '{"file": "a.ts"' },
    },
    {
      schema: {
        type: "object",
        properties: { at: { type: "object", properties: { line: { type: "integer" } }, required: ["line"] } },
        required: ["at"],
      },
      sent: { at: "5" },
    },
  ],
};

function fill(text: string, { schema, root }: Place) {
  const types = typesOf(schema, root);
  if (!types.has("object") || types.has("string") || !isSchemaObject(schema)) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const [only] = required;
  if (required.length !== 1 || typeof only !== "string" || isStructured(text)) return undefined;
  const property = propertiesOf(schema, root).get(only);
  if (!isPlausible(only, text)) return undefined;
  const taken = property !== undefined && typesOf(property, root).has("string") && fits(text, property, root);
  return taken ? { [only]: text } : undefined;
}

/** Words that stand for a value the model did not have. */
const VAGUE =
  /^(?:abc|x+|foo|unknown|unspecified|default|tbd|todo|any|auto|same|later|\W*|(?:see|as) (?:above|below|before|needed|usual)|(?:the )?usual|a few|some|same as .*|to be .*|not .*|no .*)$/i;

/** Whether a text may be what a property of this name holds: an address has an `@`, a date a digit. */
function isPlausible(name: string, text: string): boolean {
  if (VAGUE.test(text.trim())) return false;
  const words = new Set(nameWords(name));
  const has = (...names: readonly string[]) => names.some((word) => words.has(word));
  if (has("email", "mail")) return text.includes("@");
  if (has("date", "time", "datetime", "timestamp", "phone", "number")) return /\d/.test(text);
  return has("url", "uri", "href", "link") ? /[./]/.test(text) : true;
}

/** Text that says more than one string, or nothing. */
function isStructured(text: string): boolean {
  const trimmed = text.trim();
  return (
    isPlaceholderWord(trimmed) ||
    /^["'`<]?\s*[[{]/.test(trimmed) ||
    /[\]}]$/.test(trimmed) ||
    /^[\w-]+\s*[:=]\s*\S/.test(trimmed) ||
    /<\/?\w|```|~~~/.test(trimmed)
  );
}
