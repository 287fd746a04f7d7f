import type { ArgumentRule } from "../../core/rule.ts";
import { keepsForm, keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
import { isSameInWords } from "./reading/same-words.ts";

/**
 * A key made of the same words: reordered, in singular or plural, abbreviated, or with a word that says nothing:
 * `target_date` for `date`, `num_rooms` for `number_of_rooms`, `by_directed` for `directed_by`.
 * A word that tells two things apart (`first`, `old`, `min`, a unit) is never passed over.
 */
export const matchKeyWords: ArgumentRule = {
  name: "match-key-words",
  confidence: "certain",
  level: "key",
  concerns: (name, declared, root) => [...declared.keys()].some((to) => isSameInWords(name, to, declared, root)),
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined || keys.undeclared.length > MAX_COMPARED) return [];
    return keys.undeclared.flatMap((from) => {
      const value = keys.value[from];
      if (value === null || value === "") return [];
      const alike = [...keys.declared].filter(
        ([name, schema]) =>
          isSameInWords(from, name, keys.declared, place.root) && keepsForm(value, schema, place.root),
      );
      return alike.map(([to]) => ({ kind: "rename", from, to }) as const);
    });
  },
  examples: [
    {
      schema: { type: "object", properties: { date: { type: "string" } }, required: ["date"] },
      sent: { target_date: "2026-01-01" },
      runs: { date: "2026-01-01" },
    },
    {
      schema: { type: "object", properties: { number_of_rooms: { type: "integer" } }, required: ["number_of_rooms"] },
      sent: { num_rooms: 2 },
      runs: { number_of_rooms: 2 },
    },
    {
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      sent: { first_city: "Rome" },
    },
    {
      schema: {
        type: "object",
        properties: {
          amount: { type: "number" },
          base_currency: { type: "string" },
          target_currency: { type: "string" },
        },
        required: ["amount", "base_currency", "target_currency"],
      },
      sent: { amount: 3, base_currency: "USD", currency: "EUR" },
    },
    {
      schema: { type: "object", properties: { timeout: { type: "number" } } },
      sent: { timeout_ms: 3000 },
    },
    {
      schema: { type: "object", properties: { tags: { type: "array" } }, required: ["tags"] },
      sent: { tag_list: ["a"], tag_array: ["b"] },
    },
  ],
};
