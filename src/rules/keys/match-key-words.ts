import type { JsonSchema } from "@earendil-works/pi-schema";
import type { ArgumentRule } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
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
    const declared = [...keys.declared].map(([name, schema]) => ({ name, ...signature(name, schema, place.root) }));
    return keys.undeclared.flatMap((from) => {
      const value = keys.value[from];
      if (value === null || value === "") return [];
      const sent = signatureOfText(from);
      const alike = declared.filter((target) => isSame(sent, target));
      return alike.map(({ name }) => ({ kind: "rename", from, to: name }) as const);
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
  /** The words in order of the alphabet. */
  readonly all: string;
  /** Without empty words, and for a number without count words. */
  readonly core: string;
}

function signature(name: string, schema: JsonSchema, root: JsonSchema): Signature & { readonly counts: string } {
  const types = typesOf(schema, root);
  const isNumber = types.has("integer") && !types.has("string");
  const words = meaningfulWords(name);
  return { ...signatureOf(words), counts: isNumber ? key(words.filter((word) => !isCount(word))) : "" };
}

function signatureOfText(name: string): Signature & { readonly counts: string } {
  const words = meaningfulWords(name);
  return { ...signatureOf(words), counts: key(words.filter((word) => !isCount(word))) };
}

function signatureOf(words: readonly string[]): Signature {
  return { all: key(words), core: key(words.filter((word) => !EMPTY_WORDS.has(word))) };
}

function isSame(sent: ReturnType<typeof signature>, target: ReturnType<typeof signature>): boolean {
  if (sent.all === target.all) return true;
  if (sent.core !== "" && sent.core === target.core) return true;
  return target.counts !== "" && sent.counts === target.counts;
}

function isCount(word: string): boolean {
  return COUNT_WORDS.has(word);
}

function key(words: readonly string[]): string {
  return words.toSorted().join(" ");
}
