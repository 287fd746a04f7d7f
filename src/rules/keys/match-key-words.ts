import { rememberNames } from "../../core/remember-names.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { type JsonSchema, typesOf } from "../../core/schema.ts";
import { type Keys, keepsForm, keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
import { meaningfulWords } from "./reading/words.ts";

/**
 * A key made of the same words: reordered, in singular or plural, abbreviated, or with a word that says nothing:
 * `target_date` for `date`, `num_rooms` for `number_of_rooms`, `by_directed` for `directed_by`.
 * A word that tells two things apart (`first`, `old`, `min`, a unit) is never passed over.
 */
export const matchKeyWords: ArgumentRule = {
  name: "match-key-words",
  confidence: "certain",
  level: "key",
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined || keys.undeclared.length > MAX_COMPARED) return [];
    return keys.undeclared.flatMap((from) => {
      const value = keys.value[from];
      if (value === null || value === "") return [];
      const sent = signatureOf(from);
      const alike = [...keys.declared].filter(
        ([name, schema]) => isSame(sent, name, keys, place.root) && keepsForm(value, schema, place.root),
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

/** Words that name a form or a role every parameter has. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `the my of target input given value name text string list array parameter argument field data param
  item object`.split(/\s+/),
);

/** Words for how many there are, which say nothing beside a number. */
const COUNT_WORDS: ReadonlySet<string> = new Set(["number", "count", "of", "no"]);

interface Signature {
  readonly words: readonly string[];
  /** The words in order of the alphabet. */
  readonly all: string;
  /** As `all`, without count words. */
  readonly counts: string;
}

const signatureOf = rememberNames((name): Signature => {
  const words = meaningfulWords(name);
  return { words, all: key(words), counts: key(words.filter((word) => !COUNT_WORDS.has(word))) };
});

function isSame(sent: Signature, name: string, { declared }: Keys, root: JsonSchema): boolean {
  const target = signatureOf(name);
  if (sent.all === target.all) return true;
  const [more, less] = [without(sent.words, target.words), without(target.words, sent.words)];
  if (less.length === 0) return more.every((word) => EMPTY_WORDS.has(word));
  if (more.length === 0 && less.every((word) => EMPTY_WORDS.has(word))) {
    // `user` is `user_name` only where there is no `user_id` that it could be as well.
    return ![...declared.keys()].some((other) => other !== name && shares(sent, other));
  }
  if (sent.counts === "" || sent.counts !== target.counts) return false;
  const types = typesOf(declared.get(name), root);
  return types.has("integer") && !types.has("string");
}

/** The words of one list that are left once each word of the other has taken its like. */
function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const taken = [...others];
  return words.filter((word) => {
    const at = taken.indexOf(word);
    if (at !== -1) taken.splice(at, 1);
    return at === -1;
  });
}

function shares(sent: Signature, name: string): boolean {
  const { words } = signatureOf(name);
  return sent.words.some((word) => words.includes(word));
}

function key(words: readonly string[]): string {
  return words.toSorted().join(" ");
}
