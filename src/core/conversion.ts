import { type Json, type JsonObject, type JsonType, typeOf } from "./json.ts";
import { parseJson } from "./parse-json.ts";

/** How the host changes a value's meaning while it calls the arguments valid. */
export type Distortion =
  | "null-as-value"
  | "value-as-null"
  | "empty-as-number"
  | "boolean-as-number"
  | "fraction-cut"
  | "list-as-text"
  | "placeholder-in-list"
  | "shell-in-list"
  | "markup-tail";

/**
 * What the host's coercion does to a value where only other JSON types are accepted: `"none"` nothing to do,
 * `"harmless"` another form of the same meaning, `"rejected"` no conversion, else what is distorted.
 */
export type Conversion = "none" | "harmless" | "rejected" | Distortion;

/** @param key The property under which the value stands; a list shell may repeat it. */
export function conversionOf(value: Json, types: ReadonlySet<JsonType>, key: string): Conversion {
  const type = typeOf(value);
  if (types.has(type)) return "none";
  if (value === null) return "null-as-value";
  switch (typeof value) {
    case "boolean":
      return best(types, { string: "harmless", number: "boolean-as-number", array: "harmless" });
    case "number":
      return best(types, {
        string: "harmless",
        number: types.has("number") ? "harmless" : "fraction-cut",
        boolean: value === 0 || value === 1 ? "harmless" : "rejected",
        array: "harmless",
      });
    case "string":
      return best(types, {
        number: numberFromText(value, types.has("number")),
        boolean: /^(?:true|false|[01])$/iu.test(value) ? "harmless" : "rejected",
        array: listFromText(value),
        // The host reads the word only where nothing but null is accepted.
        null: value === "" || (value === "null" && types.size === 1) ? "harmless" : "rejected",
      });
    default:
      if (type === "array") return "rejected";
      return best(types, { array: listFromObject(value as JsonObject, key) });
  }
}

type Target = "null" | "boolean" | "number" | "string" | "array";

function best(types: ReadonlySet<JsonType>, targets: { readonly [T in Target]?: Conversion }): Conversion {
  let found: Conversion = "rejected";
  for (const type of types) {
    const target = type === "integer" ? "number" : type === "object" ? undefined : type;
    const conversion = target === undefined ? undefined : targets[target];
    if (conversion === "harmless") return conversion;
    if (conversion !== undefined && found === "rejected") found = conversion;
  }
  return found;
}

function numberFromText(text: string, fractions: boolean): Conversion {
  const trimmed = text.trim();
  if (trimmed === "") return "empty-as-number";
  if (/^(?:true|false)$/iu.test(trimmed)) return "boolean-as-number";
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return "rejected";
  return fractions || Number.isInteger(number) ? "harmless" : "fraction-cut";
}

/** Text the host would make the only item of a list. */
function listFromText(text: string): Conversion {
  const trimmed = text.trim();
  if (isListText(trimmed) || SHELL_TEXT.test(trimmed) || /^(?:<arg_value>|```)/u.test(trimmed)) return "list-as-text";
  return trimmed === "" || trimmed === "undefined" || trimmed === "null" ? "placeholder-in-list" : "harmless";
}

/** Whether text is a list in JSON or in the notation of a programming language, rather than words in brackets. */
function isListText(text: string): boolean {
  if (!text.startsWith("[")) return /^(?:"|')\s*\[.*\]\s*(?:"|')$/su.test(text);
  if (/^\[\s*(?:\[\s*)*(?:["'“‘\\]|\]$)/u.test(text)) return true;
  return text.endsWith("]") && (PYTHON_LIST.test(text) || parseJson(text) !== undefined);
}

/** A list that begins with a number or a literal, and has a text or a literal of Python behind it. */
const PYTHON_LIST = /^\[\s*(?:-?[\d.]+|None|True|False)\s*,.*(?:'|None|True|False)\s*\]$/su;

/** Names under which conversions from XML and type descriptions put the items of a list. */
export const LIST_SHELLS: ReadonlySet<string> = new Set([
  "item",
  "items",
  "element",
  "elements",
  "entry",
  "entries",
  "list",
  "array",
  "value",
  "values",
]);

/** The text of an object that only stands around a list: `{"item": [`, `{'0': `. */
const SHELL_TEXT = new RegExp(
  `^\\{\\s*["'](?:0["']\\s*:|(?:${[...LIST_SHELLS].join("|")})["']\\s*:\\s*\\[).*\\}$`,
  "su",
);

/** An object the host would make the only item of a list. */
function listFromObject(value: JsonObject, key: string): Conversion {
  const keys = Object.keys(value);
  if (keys.length === 0) return "placeholder-in-list";
  if (keys.every((name, index) => name === String(index))) return "shell-in-list";
  const [only = ""] = keys;
  if (keys.length === 1 && Array.isArray(value[only]) && (LIST_SHELLS.has(only) || only === key))
    return "shell-in-list";
  return "harmless";
}
