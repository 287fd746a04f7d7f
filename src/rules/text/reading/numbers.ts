import type { JsonType } from "../../../core/json.ts";
import { FAILED, type Reading } from "./failed.ts";

/** A number as JSON, Python or JavaScript may spell it: `5`, `+5`, `.5`, `5.`, `1_000`, `0x1F`, `02`, `1e3`. */
export const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F]+(?:_[\da-fA-F]+)*|0[oO][0-7]+|0[bB][01]+|(?=[.\d])(?:\d+(?:_\d+)*)?(?:\.(?:\d+(?:_\d+)*)?)?(?:[eE][+-]?\d+)?)/y;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value of a number token. Where the schema wants a string and no number, the token itself: `02134` is a postal code
 * there, and `1.10` a version.
 * @param types What the schema accepts; `undefined` where it says nothing.
 * @param key The property it stands under: leading zeros of a file mode make it octal, so that one is refused.
 */
export function numberFrom(
  token: string,
  types: ReadonlySet<JsonType> | undefined,
  key: string,
): Reading<number | string> {
  const value = Number(token);
  if (String(value) === token) return value;
  if (types?.has("string") && !types.has("number") && !types.has("integer")) return token;
  if (JSON_NUMBER.test(token)) return Number.isFinite(value) ? value : FAILED;
  const sign = token.startsWith("-") ? -1 : 1;
  const digits = token.replace(/^[+-]/, "").replaceAll("_", "");
  if (digits === "." || !/\d/.test(digits)) return FAILED;
  if (/^0\d/.test(digits) && (types === undefined || types.has("string") || /mode|perm|mask/i.test(key))) return FAILED;
  const number = sign * Number(digits);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : FAILED;
}
