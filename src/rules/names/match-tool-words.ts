import type { Tool } from "../../core/call.ts";
import { nameWords } from "../../core/name-words.ts";
import type { NameRule } from "../../core/rule.ts";
import { areSynonyms, isVerb } from "../aliases/word-synonyms.ts";
import { callUnder } from "./reading/call-under.ts";
import { type IndexedTool, indexTools } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

function tool(name: string, annotations: Tool["annotations"] = {}): Tool {
  return { name, description: "", parameters: { type: "object", properties: { id: { type: "string" } } }, annotations };
}

/**
 * A tool's name with one word replaced by one of the same meaning, or without the words in front that say where it belongs:
 * `fetch_user` for `get_user`, `3_GetCars` for `Rental_3_GetCars`. Never a tool that destroys.
 */
export const matchToolWords: NameRule = {
  name: "match-tool-words",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined || /^mcp__/i.test(written.core)) return [];
    const spellings = [written.core, ...withoutAffixes(written.core)].map(nameWords);
    const meant = indexTools(tools).filter(
      (indexed) =>
        indexed.tool.annotations?.destructiveHint !== true &&
        spellings.some((words) => isSynonymous(words, indexed) || isTailOf(words, indexed.words)),
    );
    return meant.flatMap((indexed) => callUnder(indexed.tool, call, written.glued) ?? []);
  },
  examples: [
    {
      tools: [tool("get_user"), tool("add_user")],
      sent: { name: "fetchUser", arguments: { id: "1" } },
      runs: { name: "get_user", arguments: { id: "1" } },
    },
    {
      tools: [tool("Rental_3_GetCars")],
      sent: { name: "3_GetCars", arguments: { id: "1" } },
      runs: { name: "Rental_3_GetCars", arguments: { id: "1" } },
    },
    { tools: [tool("get_user")], sent: { name: "delete_user", arguments: { id: "1" } } },
    { tools: [tool("get_user"), tool("retrieve_user")], sent: { name: "fetch_user", arguments: { id: "1" } } },
    { tools: [tool("remove_user", { destructiveHint: true })], sent: { name: "delete_user", arguments: { id: "1" } } },
    { tools: [tool("not_delete_user")], sent: { name: "delete_user", arguments: { id: "1" } } },
  ],
};

/** Whether all words but one are the same, in order, and that one has a word of its meaning. */
function isSynonymous(words: readonly string[], { words: own, mcp }: IndexedTool): boolean {
  return hasSynonym(words, own) || (mcp !== undefined && hasSynonym(words, nameWords(mcp.name)));
}

function hasSynonym(words: readonly string[], own: readonly string[]): boolean {
  if (words.length !== own.length || words.length < 2) return false;
  const apart = words.flatMap((word, at) => (word === own[at] ? [] : [[word, own[at] ?? ""] as const]));
  const [pair, another] = apart;
  return pair !== undefined && another === undefined && areSynonyms(...pair);
}

const TURNS_AROUND = new Set("no not un non never dry fake mock test undo is can has should would".split(" "));

/** Whether the words are the end of a name whose beginning only says where the tool belongs. */
function isTailOf(words: readonly string[], own: readonly string[]): boolean {
  const dropped = own.length - words.length;
  if (dropped < 1 || words.length < 2 || own[0] === "mcp") return false;
  if (!words.every((word, at) => word === own[at + dropped])) return false;
  return own.slice(0, dropped).every((word) => !TURNS_AROUND.has(word) && !isVerb(word));
}
