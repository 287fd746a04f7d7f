import { isSchemaObject, type JsonSchema } from "../../../core/schema.ts";
import { meaningfulWords } from "./words.ts";

/** Units of time by every word for them, and by what a description calls them. */
const UNITS: readonly { readonly words: ReadonlySet<string>; readonly described: RegExp }[] = [
  { words: new Set(["s", "sec", "second"]), described: /\bsec(?:ond)?s?\b/i },
  {
    words: new Set(["ms", "msec", "milli", "millisecond"]),
    described: /\b(?:ms|msecs?|millis(?:econds?)?|milliseconds?)\b/i,
  },
  { words: new Set(["minute", "min", "minimum"]), described: /\bminutes?\b/i },
  { words: new Set(["hour", "hr", "h"]), described: /\bhours?\b/i },
  { words: new Set(["day", "date"]), described: /\bdays\b/i },
];

/** Whether a key is the property with its unit, and the property is described in that unit and no other. */
export function namesOwnUnit(sent: string, property: string, schema: JsonSchema | undefined): boolean {
  const words = [...meaningfulWords(sent)];
  const target = meaningfulWords(property);
  const last = words.pop() ?? "";
  if (words.at(-1) === "in") words.pop();
  if (words.length === 0 || words.join(" ") !== target.join(" ")) return false;
  const text = isSchemaObject(schema) && typeof schema.description === "string" ? schema.description : "";
  const described = UNITS.filter((unit) => unit.described.test(text));
  return described.length === 1 && described[0]?.words.has(last) === true;
}
