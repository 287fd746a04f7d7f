import { nameWords } from "../../core/name-words.ts";
import { isOneEdit } from "../../core/one-edit.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { areApart } from "../values/reading/ordinary-words.ts";
import { keepsForm, keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
import { parameterWords } from "./reading/parameter-words.ts";
import { fold } from "./reading/words.ts";

/**
 * A key with one letter too many, missing, changed or swapped, where only one property is that near: `conent`.
 * Never a digit, a short name, a first letter, a word of its own or the opposite of one; never for a destructive tool.
 */
export const correctKeyTypo: ArgumentRule = {
  name: "correct-key-typo",
  confidence: "certain",
  level: "key",
  concerns: (name, declared) => [...declared.keys()].some((to) => isMisspelled(name, to)),
  propose(place) {
    if (place.tool.annotations?.destructiveHint === true) return [];
    const keys = keysAt(place);
    if (keys === undefined || keys.undeclared.length > MAX_COMPARED) return [];
    const declared = [...keys.declared.keys()];
    return keys.undeclared.flatMap((from) =>
      declared
        .filter((to) => isMisspelled(from, to) && keepsForm(keys.value[from], keys.declared.get(to), place.root))
        .map((to) => ({ kind: "rename", from, to }) as const),
    );
  },
  examples: [
    {
      schema: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
      sent: { conent: "a" },
      runs: { content: "a" },
    },
    {
      schema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
      sent: { amoutn: 3 },
      runs: { amount: 3 },
    },
    {
      schema: { type: "object", properties: { species1: { type: "string" } }, required: ["species1"] },
      sent: { species2: "a" },
    },
    {
      schema: { type: "object", properties: { gender: { type: "string" } }, required: ["gender"] },
      sent: { sender: "a" },
    },
    {
      schema: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
      sent: { contentA: "a", contentB: "b" },
    },
  ],
};

/** The least letters of the longer name, and of the longer of the two words that differ. */
const SHORTEST_NAME = 5;
const SHORTEST_WORD = 4;

function isMisspelled(sent: string, meant: string): boolean {
  const [from, to] = [fold(sent), fold(meant)];
  if (Math.max(from.length, to.length) < SHORTEST_NAME || !isOneEdit(from, to)) return false;
  if (digitsOf(from) !== digitsOf(to)) return false;
  const [sentWords, meantWords] = [nameWords(sent), nameWords(meant)];
  if (sentWords.length !== meantWords.length) return false;
  const apart = sentWords.flatMap((word, at) =>
    word === meantWords[at] ? [] : [[word, meantWords[at] ?? ""] as const],
  );
  const [pair, second] = apart;
  if (pair === undefined || second !== undefined) return false;
  const [word, other] = pair;
  if (Math.max(word.length, other.length) < SHORTEST_WORD || word[0] !== other[0]) return false;
  return !areApart(word, other) && !parameterWords.has(word);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
