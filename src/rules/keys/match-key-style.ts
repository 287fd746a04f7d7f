import { groupBy } from "../../core/group-by.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { keysAt } from "./reading/keys-at.ts";
import { fold } from "./reading/words.ts";

/**
 * A key in another case or word style: `filePath`, `file-path` or `FILE_PATH` for `file_path`.
 * Two properties that differ in nothing else are not told apart.
 */
export const matchKeyStyle: ArgumentRule = {
  name: "match-key-style",
  confidence: "certain",
  level: "key",
  concerns: (name, declared) => [...declared.keys()].some((to) => fold(to) === fold(name)),
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    const byFold = groupBy(keys.declared.keys(), fold);
    return keys.undeclared.flatMap((from) => {
      const [to, rival] = byFold.get(fold(from)) ?? [];
      return to === undefined || rival !== undefined ? [] : [{ kind: "rename", from, to }];
    });
  },
  examples: [
    {
      schema: { type: "object", properties: { filePath: { type: "string" } }, required: ["filePath"] },
      sent: { file_path: "a" },
      runs: { filePath: "a" },
    },
    {
      schema: {
        type: "object",
        properties: { path: { type: "string" }, limit: { type: "number" } },
        required: ["path"],
      },
      sent: { PATH: "a", Limit: 3 },
      runs: { path: "a", limit: 3 },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { Path: "a", PATH: "b" },
    },
    {
      schema: {
        type: "object",
        properties: { file_path: { type: "string" }, filePath: { type: "string" } },
        required: ["file_path"],
      },
      sent: { FilePath: "a" },
    },
  ],
};
