import type { Tool } from "../../core/call.ts";
import { nameWords } from "../../core/name-words.ts";
import { isOneEdit } from "../../core/one-edit.ts";
import type { NameRule } from "../../core/rule.ts";
import { isVerb } from "../aliases/word-synonyms.ts";
import { parameterWords } from "../keys/reading/parameter-words.ts";
import { areApart } from "../values/reading/ordinary-words.ts";
import { callUnder } from "./reading/call-under.ts";
import { foldToolName } from "./reading/fold-tool-name.ts";
import { type IndexedTool, indexTools } from "./reading/tool-index.ts";
import { takeApart, withoutAffixes } from "./reading/written-name.ts";

function tool(name: string, annotations: Tool["annotations"] = {}): Tool {
  return { name, description: "", parameters: { type: "object", properties: { id: { type: "string" } } }, annotations };
}

/**
 * A tool's name with one letter too many, missing, changed or swapped. Not where a digit differs, where the name is shorter than
 * five letters, where both spellings are words of their own, or where the tool destroys.
 */
export const correctToolTypo: NameRule = {
  name: "correct-tool-typo",
  level: "name",
  confidence: "certain",
  propose(call, tools) {
    const written = takeApart(call.name);
    if (written === undefined) return [];
    const spellings = [written.core, ...withoutAffixes(written.core)];
    const meant = indexTools(tools).filter((indexed) => spellings.some((name) => isMisspelled(name, indexed)));
    return meant.flatMap((indexed) => callUnder(indexed.tool, call, written.glued) ?? []);
  },
  examples: [
    {
      tools: [tool("get_weather")],
      sent: { name: "get_waether", arguments: { id: "1" } },
      runs: { name: "get_weather", arguments: { id: "1" } },
    },
    { tools: [tool("set_user")], sent: { name: "get_user", arguments: { id: "1" } } },
    { tools: [tool("find_v2_user")], sent: { name: "find_v1_user", arguments: { id: "1" } } },
    { tools: [tool("read")], sent: { name: "raed", arguments: { id: "1" } } },
    { tools: [tool("get_weather"), tool("get_weathers")], sent: { name: "get_weathes", arguments: { id: "1" } } },
    { tools: [tool("purge_users", { destructiveHint: true })], sent: { name: "purge_userss", arguments: { id: "1" } } },
  ],
};

const SHORTEST = 5;
const DESTROYS = /delete|remove|drop|purge|destroy|erase|wipe|truncate|kill/;

function isMisspelled(name: string, { tool: { annotations, name: own }, fold }: IndexedTool): boolean {
  const sent = foldToolName(name);
  if (annotations?.destructiveHint === true || fold.length < SHORTEST || !isOneEdit(sent, fold)) return false;
  if (digits(sent) !== digits(fold) || isMcp(name) !== isMcp(own)) return false;
  const words = nameWords(name);
  const ownWords = nameWords(own);
  if (words.length !== ownWords.length) return true;
  const at = words.findIndex((word, index) => word !== ownWords[index]);
  return !areTwoWords(words[at] ?? "", ownWords[at] ?? "", own.toLowerCase());
}

/** Whether the words that differ are two words, and not one and its misspelling. */
function areTwoWords(sent: string, own: string, name: string): boolean {
  if (sent === "" || own === "") return false;
  if (isVerb(sent) || areApart(sent, own)) return true;
  if (Math.max(sent.length, own.length) < SHORTEST && !isSlip(sent, own)) return true;
  const plural = sent === `${own}s` || own === `${sent}s`;
  return plural && DESTROYS.test(name);
}

/** Among short words, which are near each other, only what is surely none: `ruun`, `fnd`, but not `bet` or `fine`. */
function isSlip(sent: string, own: string): boolean {
  return own.length > 2 && sent[0] === own[0] && !parameterWords.has(sent);
}

function digits(text: string): string {
  return text.replaceAll(/[^\d·]/g, "");
}

function isMcp(name: string): boolean {
  return /^mcp__/i.test(name);
}
