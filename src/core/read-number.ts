import { numberOfWords } from "./number-words.ts";

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^0[xX][\da-fA-F]+$/;
/** Thousands in groups of three under one separator; a decimal point after them. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:_\d{3})+|(?:[ \u00a0\u202f]\d{3})+|(?:['’]\d{3})+)(?:\.\d+)?$/;

/** Raised and lowered digits, fractions and numbers in circles: part of what is said, and no plain digits. */
const RAISED = /\p{No}/u;

/** No number takes more characters than this. */
const MAX_LENGTH = 200;

/**
 * The number a text spells, in digits or English words. Texts that say more than a number, as a unit, a percent sign, a
 * currency, a range or "about", have none; neither has a comma that may be a decimal one, nor a number that JSON cannot
 * hold exactly.
 */
export function readNumber(text: string): number | undefined {
  if (text.length > MAX_LENGTH || RAISED.test(text)) return undefined;
  const plain = text.normalize("NFKC").trim().replace(/^[−–]/, "-").replace(/[,;]$/, "");
  if (HEXADECIMAL.test(plain)) return exact(Number(plain), plain);
  if (PLAIN.test(plain)) return exact(Number(plain), plain);
  if (GROUPED.test(text.trim())) {
    const digits = text.trim().replaceAll(/[^\d.+-]/g, "");
    return exact(Number(digits), digits);
  }
  return numberOfWords(plain);
}

function exact(value: number, text: string): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  return text.replaceAll(/\D/g, "").length <= 15 || Number.isSafeInteger(value) ? value : undefined;
}
