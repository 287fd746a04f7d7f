import { isCallNote, isNoOp } from "../../core/call-notes.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { keysAt } from "./reading/keys-at.ts";

/**
 * A key about the call itself that a closed schema does not take: `explanation`, `confidence`, a call id, an empty note;
 * and a parameter of another tool at the value that changes nothing: `replace_all: false`.
 * Any other unknown key changes what was asked, and stays.
 */
export const dropCallNotes: ArgumentRule = {
  name: "drop-call-notes",
  confidence: "certain",
  level: "key",
  concerns: () => false, // nothing may go from valid arguments
  propose(place) {
    const keys = keysAt(place);
    if (keys === undefined) return [];
    return keys.undeclared.flatMap((key) => {
      const value = keys.value[key] ?? null;
      return isNoOp(key, value) || (keys.closed && isCallNote(key, value)) ? [{ kind: "drop", key }] : [];
    });
  },
  examples: [
    {
      schema: { type: "object", properties: { path: { type: "string" } }, additionalProperties: false },
      sent: { path: "a", explanation: "to see it" },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, additionalProperties: false },
      sent: { path: "a", requires_approval: false },
      runs: { path: "a" },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, additionalProperties: false },
      sent: { path: "a", requires_approval: true },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } }, additionalProperties: false },
      sent: { path: "a", dry_run: true },
    },
    {
      schema: { type: "object", properties: { path: { type: "string" } } },
      sent: { path: "a", explanation: "to see it" },
    },
  ],
};
