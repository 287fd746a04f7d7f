import type { ArgumentRule } from "../../core/rule.ts";
import { hasAliases, isAlias } from "./reading/alias.ts";
import { keysAt } from "./reading/keys-at.ts";

/**
 * A key by which other tools know the same thing: `filename` for `path`, `old_string` for `oldText`.
 * By meaning and not by tool; stays out where the key could stand for two free properties.
 */
export const renameAlias: ArgumentRule = {
  name: "rename-alias",
  confidence: "certain",
  level: "key",
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    return keys.undeclared.flatMap((from) => {
      // An empty value says nothing about where it belongs.
      if (keys.value[from] === null || keys.value[from] === "" || !hasAliases(from)) return [];
      const targets = keys.absent.filter((to) => isAlias(from, to, keys.declared.get(to)));
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
