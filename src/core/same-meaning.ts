import type { JsonSchema } from "@earendil-works/pi-schema";
import { fits } from "./fits.ts";
import type { Json } from "./json.ts";
import { isOneEdit } from "./one-edit.ts";
import { isPlaceholderWord } from "./placeholders.ts";
import { readBoolean } from "./read-boolean.ts";
import { standardMoment } from "./read-moment.ts";
import { readNumber } from "./read-number.ts";
import { branchesOf } from "./shape.ts";

/**
 * Whether one scalar is only another form of the other: a number or boolean in words or digits, the text of a number,
 * a date or time in another notation than the schema takes, or a member of the schema's `enum` or `const` that the sent text folds to by case and separators, or is the only one
 * that it misses by one letter.
 * @param schema What the place of the result asks for; `undefined` where it says nothing.
 */
export function meansSame(sent: Json, result: Json, schema: JsonSchema | undefined, root: JsonSchema): boolean {
  switch (typeof result) {
    case "number":
      if (typeof sent === "string") return sent.length < 200 && readNumber(sent) === result;
      return false;
    case "boolean":
      if (typeof sent === "string") return sent.length < 20 && readBoolean(sent) === result;
      return sent === Number(result);
    case "string":
      if (typeof sent === "number" || typeof sent === "boolean") {
        return String(sent) === result || (schema !== undefined && foldsTo(String(sent), result, schema, root));
      }
      if (typeof sent !== "string" || schema === undefined) return false;
      return foldsTo(sent, result, schema, root) || (standardMoment(sent) === result && !fits(sent, schema, root));
    default:
      return result === null && typeof sent === "string" && isPlaceholderWord(sent);
  }
}

function foldsTo(sent: string, result: string, schema: JsonSchema, root: JsonSchema): boolean {
  if (sent.length > 200) return false;
  const members = branchesOf(schema, root).flatMap(({ enum: listed, const: only }) =>
    [...(Array.isArray(listed) ? listed : []), only].filter((member) => typeof member === "string"),
  );
  if (!members.includes(result)) return false;
  const text = fold(sent);
  const same = members.filter((member) => fold(member) === text);
  if (same.length > 0) return same.length === 1 && same[0] === result;
  const near = members.filter((member) => isOneEdit(text, fold(member)));
  return text.length > 3 && near.length === 1 && near[0] === result;
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+#<>=!*-]+/gu, "")
    .replaceAll(/(?<=\p{L})-(?=[\p{L}\p{N}])|(?<=\p{N})-(?=\p{L})|^-(?=\p{L})/gu, "");
}
