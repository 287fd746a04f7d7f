import { holdsContent } from "../../core/markup-tail.ts";
import { nameWords } from "../../core/name-words.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { hasAliases, isAlias, mayBeAlias } from "./reading/alias.ts";
import { type Keys, keepsForm, keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
import { namesOwnUnit } from "./reading/own-unit.ts";
import { fold } from "./reading/words.ts";

/**
 * A key by which other tools know the same thing: `filename` for `path`, `old_string` for `oldText`.
 * By meaning and not by tool; stays out where the key could stand for two free properties.
 */
export const renameAlias: ArgumentRule = {
  name: "rename-alias",
  confidence: "certain",
  level: "key",
  concerns: (name, declared) =>
    [...declared].some(([to, schema]) => mayBeAlias(name, to) || namesOwnUnit(name, to, schema)),
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    const names = () => [...Object.keys(keys.value), ...keys.declared.keys()];
    const few = keys.undeclared.length <= MAX_COMPARED;
    return keys.undeclared.flatMap((from) => {
      const value = keys.value[from] ?? null;
      if (value === null) return [];
      const known = hasAliases(from);
      if (!known && !(few && typeof value === "number")) return [];
      const targets = keys.absent.filter((to) => {
        const schema = keys.declared.get(to);
        // An empty text says nothing about where it belongs, unless it may be the very content.
        if (value === "" && !holdsContent(to, schema)) return false;
        return (
          !namesAnother(from, to, keys) &&
          keepsForm(value, schema, place.root) &&
          (isAlias(from, to, { schema, missing: keys.missing.includes(to), names }) ||
            (typeof value === "number" && namesOwnUnit(from, to, schema)))
        );
      });
      const wanted = targets.filter((to) => keys.missing.includes(to));
      return (wanted.length > 0 ? wanted : targets).map((to) => ({ kind: "rename", from, to }) as const);
    });
  },
  examples: [
    {
      schema: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
      },
      sent: { filename: "a.txt", text: "hi" },
      runs: { path: "a.txt", content: "hi" },
    },
    {
      schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      sent: { cmd: "ls" },
      runs: { command: "ls" },
    },
    {
      schema: {
        type: "object",
        properties: { timeout: { type: "number", description: "Timeout in seconds" } },
      },
      sent: { timeout_seconds: 30 },
      runs: { timeout: 30 },
    },
    {
      schema: { type: "object", properties: { timeout: { type: "number", description: "Timeout in seconds" } } },
      sent: { timeout_ms: 30 },
    },
    {
      schema: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
      },
      sent: { path: "a", old_content: "x", new_content: "y" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { file_path: "" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { file: "a", filename: "b" },
    },
    {
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      sent: { color: "red" },
    },
  ],
};

/** Whether a name is made of the property's and of another free one: `glob_pattern`, where a tool takes both. */
function namesAnother(from: string, to: string, { absent }: Keys): boolean {
  const words = nameWords(from);
  if (words.length < 2 || !words.includes(fold(to))) return false;
  return absent.some((other) => other !== to && words.includes(fold(other)));
}
