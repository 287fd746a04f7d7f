import type { Tool, ToolCall } from "../core/call.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { leavesOf } from "../core/leaves.ts";
import { foldName, nameWords } from "../core/name-words.ts";
import { isSchemaObject, propertiesOf } from "../core/schema.ts";
import { isVerb, verbClasses } from "./verb-classes.ts";

/**
 * Why a call may not become a call of another tool. Allowed is only what the emitted call itself speaks for:
 * - never into a tool that is marked destructive, unless the name differs in spelling only;
 * - a call of an active tool only when every field it was sent with is a field of the other tool, and no required one is
 *   missing: the mistake is the name alone;
 * - a call of an unknown tool only when what its name says to do, and to what, is what the other tool does. That its
 *   fields would fit is not enough: `think {"path": …}` is no `read`;
 * - the required texts are whole values of the emitted call, never pieces of one.
 */
export function objectionToSwitch(
  call: ToolCall,
  args: JsonObject,
  tool: Tool,
  tools: ReadonlyMap<string, Tool>,
): string | undefined {
  if (foldName(call.name) === foldName(tool.name)) return undefined;
  if (tool.annotations?.destructiveHint === true) return "no other name leads to a destructive tool";
  if (call.name.startsWith("mcp__") && !tool.name.startsWith("mcp__")) return "a server's tool is no tool of another";
  const declared = new Set([...propertiesOf(tool.parameters, tool.parameters).keys()].map(foldName));
  const sent = Object.keys(call.arguments).map(foldName);
  if (tools.has(call.name)) {
    const named = requiredOf(tool).every((name) => sent.includes(foldName(name)));
    if (!named || sent.length === 0 || !sent.every((key) => declared.has(key))) {
      return "the call names another active tool, and its fields do not say otherwise";
    }
  } else {
    const objection = objectionToName(call.name, tool);
    if (objection !== undefined) return objection;
  }
  return hasOnlyWholeTexts(call, args, tool) ? undefined : "a required text is not a whole value of the call";
}

function objectionToName(name: string, tool: Tool): string | undefined {
  const words = nameWords(name);
  const own = nameWords(tool.name);
  const told = nameWords(tool.description.slice(0, 600));
  const first = nameWords(tool.description.split(/(?<=\.)\s/)[0]?.slice(0, 300) ?? "");
  const asked = verbClasses(words);
  const does = verbClasses(own);
  const offered = does.size > 0 ? does : verbClasses(first);
  if (asked.size > 0 && ![...asked].some((verb) => offered.has(verb))) return "the name asks for something else";
  const nouns = words.filter((word) => word.length > 2 && !isVerb(word) && !EMPTY_WORDS.has(word));
  const known = (noun: string) => [...own, ...told].some((word) => sameStem(word, noun));
  const agrees = asked.size > 0 ? nouns.length === 0 || nouns.some(known) : nouns.every(known);
  if (!agrees) return "the name speaks of something this tool does not know";
  return asked.size > 0 || nouns.length > 0 ? undefined : "the name does not lead to this tool";
}

/** Words of names that say nothing about what a tool does. */
const EMPTY_WORDS = new Set(
  "tool tools function functions call mcp server api the this new default agent use thing with for and".split(" "),
);

function sameStem(one: string, other: string): boolean {
  const stem = (word: string) => word.replace(/(?<=.{3})(?:ing|ies|es|ed|or|er|s|e)$/, "");
  return stem(one) === stem(other);
}

function requiredOf({ parameters }: Tool): readonly string[] {
  const required = isSchemaObject(parameters) && Array.isArray(parameters.required) ? parameters.required : [];
  return required.filter((name) => typeof name === "string");
}

function hasOnlyWholeTexts(call: ToolCall, args: JsonObject, tool: Tool): boolean {
  if (call.argumentsError !== undefined) return true;
  const whole = new Set(leavesOf(call.arguments).map(({ value }) => value));
  const texts = requiredOf(tool).flatMap((name) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return typeof value === "string" || isObject(value) ? leavesOf(value) : [];
  });
  return texts.every(({ value }) => typeof value !== "string" || whole.has(value));
}
