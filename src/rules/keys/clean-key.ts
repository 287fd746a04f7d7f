import type { ArgumentRule } from "../../core/rule.ts";
import { keysAt, MAX_COMPARED } from "./reading/keys-at.ts";
import { isSameInWords } from "./reading/same-words.ts";
import { fold } from "./reading/words.ts";

/**
 * A key with leftovers of markup or quoting around it: `path"`, `path:`, `path</arg_key>`, `parameter=path`.
 * What is left must be a declared property; values are never touched.
 */
export const cleanKey: ArgumentRule = {
  name: "clean-key",
  confidence: "certain",
  level: "key",
  concerns: (name) => bareKey(name) !== undefined,
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    return keys.undeclared.flatMap((from) => {
      const bare = bareKey(from);
      if (bare === undefined) return [];
      if (keys.declared.has(bare)) return [{ kind: "rename", from, to: bare }];
      const names = [...keys.declared.keys()];
      const sameLetters = names.filter((name) => fold(name) === fold(bare));
      const alike =
        sameLetters.length > 0 || keys.undeclared.length > MAX_COMPARED
          ? sameLetters
          : names.filter((name) => isSameInWords(bare, name, keys.declared, place.root));
      return alike.map((to) => ({ kind: "rename", from, to }) as const);
    });
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { 'path"': "a" },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "<arg_key>path</arg_key>": " a " },
      runs: { path: " a " },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "parameter=path": "a" },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "path ": "a", "path:": "b" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      sent: { "file<arg_key": "page</arg_key><arg_value>5" },
    },
  ],
};

/** What grammars and notations leave before a name … */
const BEFORE =
  /^(?:\s|["'`“”‘’{,]|\\["n]|<\/?[\w:-]*(?:arg_key|parameter|param|key|argument|invoke|name)(?:\s+name)?\s*=?>?|(?:parameter|param|key|argument)(?:\s+name)?\s*=|\bname\s*=|--?(?=\w)|[$@](?=\w)|<\|[^|>]*\|>)+/iu;

/** … and behind it. */
const BEHIND =
  /(?:\s|["'`“”‘’:=,>?*}]|\\["n]|<\/?[\w:-]*(?:arg_key|arg_value|parameter|param|key|argument|invoke)>?|<\|[^|>]*\|>|\((?:required|optional|string|number|integer|boolean|array|object)\)|:\s*(?:string|number|integer|boolean|array|object)|<)+$/iu;

/** A key with nothing around it, as nearly all are. */
const PLAIN = /^\w[\w-]*$/;

/** Longest key that is looked at; longer ones are values that slipped into key position. */
const MAX_CHARACTERS = 200;

/** The name inside a soiled key; `undefined` where nothing stands around it, or nothing is left. */
function bareKey(key: string): string | undefined {
  if (key.length > MAX_CHARACTERS || PLAIN.test(key)) return undefined;
  const bare = key.replace(BEFORE, "").replace(BEHIND, "");
  return bare === "" || bare === key || /[<>"\n]/u.test(bare) ? undefined : bare;
}
