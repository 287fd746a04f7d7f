import type { Tool } from "../core/call.ts";
import type { Refused } from "../core/decide.ts";
import { foldName, nameWords } from "../core/name-words.ts";
import { propertiesOf } from "../core/schema.ts";
import { verbClasses } from "./verb-classes.ts";

const MAX_CANDIDATES = 3;

/** The tools a refused call could be for: the tool it names, else at most three by likeness of name and fields. */
export function candidatesFor({ call, failure }: Refused, tools: ReadonlyMap<string, Tool>): readonly Tool[] {
  const named = tools.get(call.name);
  if (named !== undefined) return [named];
  const near =
    failure.code === "ambiguous-tool" ? failure.candidates : failure.code === "unknown-tool" ? failure.near : [];
  const keys = Object.keys(call.arguments).map(foldName);
  const scored = [...tools.values()].map((tool) => ({
    tool,
    score: (near.includes(tool.name) ? 10 : 0) + likeness(call.name, tool) + sharedFields(keys, tool),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ tool }) => tool);
}

function likeness(name: string, tool: Tool): number {
  if (foldName(name) === foldName(tool.name)) return 10;
  const words = nameWords(name);
  const own = nameWords(tool.name);
  const told = nameWords(tool.description.slice(0, 200));
  const verbs = verbClasses(words);
  const does = [...verbClasses([...own, ...told])].some((verb) => verbs.has(verb)) ? 1 : 0;
  return words.reduce((sum, word) => sum + (own.includes(word) ? 2 : told.includes(word) ? 1 : 0), does);
}

function sharedFields(keys: readonly string[], { parameters }: Tool): number {
  const declared = [...propertiesOf(parameters, parameters).keys()].map(foldName);
  return keys.filter((key) => declared.includes(key)).length;
}
