import { isCallNote } from "../../core/call-notes.ts";
import { nameWords } from "../../core/name-words.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { isSchemaObject } from "../../core/schema.ts";
import { isContrast } from "./reading/contrasts.ts";
import { keysAt } from "./reading/keys-at.ts";
import { singular } from "./reading/words.ts";

/**
 * The only unknown key, where all its words stand in the description of the only missing property and of no other:
 * `enquiry` for the property described as "The customer's enquiry". General words (`file`, `name`, `type`) say nothing.
 */
export const matchKeyDescription: ArgumentRule = {
  name: "match-key-description",
  confidence: "certain",
  level: "key",
  concerns: () => false, // nothing is missing from valid arguments
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    const unknown = keys.undeclared.filter((key) => !isCallNote(key, keys.value[key] ?? null));
    const [from, other] = unknown;
    const [to, second] = keys.missing;
    if (from === undefined || other !== undefined || to === undefined || second !== undefined) return [];
    const words = nameWords(from).map(singular);
    const own = nameWords(to).map(singular);
    // A key that holds the property's whole name needs only its further words explained.
    const telling = own.every((word) => words.includes(word)) ? words.filter((word) => !own.includes(word)) : words;
    if (telling.length === 0 || telling.some((word) => word !== "id" && (word.length < 4 || GENERAL.has(word))))
      return [];
    if (telling.length === words.length && telling.includes("id")) return [];
    const described = [...keys.declared].filter(([name, schema]) => {
      const text = isSchemaObject(schema) && typeof schema.description === "string" ? schema.description : "";
      const explained = new Set(nameWords(text).map(singular));
      const found = new Set([...explained, ...nameWords(name).map(singular)]);
      return words.some((word) => found.has(word)) && (name !== to || telling.every((word) => explained.has(word)));
    });
    const isTold = described.length === 1 && described[0]?.[0] === to && !isContrast(from, to);
    return isTold ? [{ kind: "rename", from, to }] : [];
  },
  examples: [
    {
      schema: {
        type: "object",
        properties: { q: { type: "string", description: "The customer's enquiry" }, page: { type: "integer" } },
        required: ["q"],
      },
      sent: { enquiry: "open bugs" },
      runs: { q: "open bugs" },
    },
    {
      schema: {
        type: "object",
        properties: { channel: { type: "string", description: "Channel id" }, text: { type: "string" } },
        required: ["channel", "text"],
      },
      sent: { channel_id: "C9", text: "hi" },
      runs: { channel: "C9", text: "hi" },
    },
    {
      schema: {
        type: "object",
        properties: { channel: { type: "string", description: "Channel name" }, text: { type: "string" } },
        required: ["channel", "text"],
      },
      sent: { channel_id: "C9", text: "hi" },
    },
    {
      schema: {
        type: "object",
        properties: {
          path: { type: "string", description: "Path to the file" },
          content: { type: "string", description: "What to write to the file" },
        },
        required: ["path", "content"],
      },
      sent: { path: "a", file: "b" },
    },
    {
      schema: {
        type: "object",
        properties: {
          start: { type: "string", description: "Begin of the trip" },
          end: { type: "string", description: "End of the trip" },
        },
        required: ["start", "end"],
      },
      sent: { start: "a", trip: "b" },
    },
  ],
};

/** Words found in any description. */
const GENERAL: ReadonlySet<string> = new Set(
  `file name value text string data type list number default optional required used user path item object field
  parameter argument input output result given specific format example this that with from into which when where will
  note description summary title reason purpose option setting flag mode level`.split(/\s+/),
);
