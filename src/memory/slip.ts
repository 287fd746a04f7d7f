import type { Edit, Finding } from "../core/outcome.ts";
import { fieldAt, isQuotable } from "./quotable.ts";

/**
 * What a model did wrong in one place, in names and kinds of values: what notes and standing rules are made of. Holds no
 * value of a call, and no name that may not be quoted.
 */
export interface Slip {
  /** The rule that answered it; `ignored-key` for a key the host drops. */
  readonly rule: string;
  readonly form: SlipForm;
  /** The tool as it runs; `""` where its name may not be quoted. */
  readonly tool: string;
  /** The field it concerns, `""` where there is none or it may not be quoted. */
  readonly field: string;
  /** The name that was sent, or the kind of value (`text`, `a list`); `""` where it may not be quoted. */
  readonly sent: string;
  /** What should have been sent, as `sent`. */
  readonly right: string;
}

export const slipForms = ["tool", "syntax", "wrapping", "name", "surplus", "ignored", "empty", "kind", "form"] as const;

/**
 * `tool`: another tool's name. `syntax`: no JSON object. `wrapping`: a level too many. `name`: another field's name.
 * `surplus`: a field that was dropped. `ignored`: a field the host drops. `empty`: a value where none belongs. `kind`:
 * another kind of value. `form`: the right kind in another spelling.
 */
type SlipForm = (typeof slipForms)[number];

export const IGNORED_KEY = "ignored-key";

/** The slip an edit answered. */
export function slipOf({ rule, level, path, before, after }: Edit, tool: string): Slip {
  const base = { rule, tool: quotable(tool), field: fieldAt(path) };
  switch (level) {
    case "name":
      return { ...base, form: "tool", field: "", sent: quotable(before), right: quotable(after) };
    case "text":
      return { ...base, form: "syntax", sent: "", right: "" };
    case "envelope":
      return { ...base, form: "wrapping", sent: "", right: "" };
    case "key":
      return { ...base, form: after === "" ? "surplus" : "name", sent: quotable(before), right: quotable(after) };
    case "value": {
      const sent = kindOf(before);
      if (after === "") return { ...base, form: "empty", sent, right: "" };
      const right = kindOf(after);
      return { ...base, form: sent === right ? "form" : "kind", sent, right };
    }
    default:
      return level satisfies never;
  }
}

/** The slip of a key that is no parameter and that the host ignores. */
export function ignoredKey({ path }: Finding, tool: string): Slip {
  const field = fieldAt(path);
  return { rule: IGNORED_KEY, form: "ignored", tool: quotable(tool), field, sent: field, right: "" };
}

/** The kind of value a one-line preview shows, in words a model reads. */
function kindOf(preview: string): string {
  if (preview === '""') return "empty text";
  if (preview === "{}") return "an empty object";
  if (preview === "[]") return "an empty list";
  if (preview === "null") return "null";
  if (preview === "true" || preview === "false") return "a boolean";
  if (/^"/.test(preview)) return "text";
  if (/^\[|^array of \d/.test(preview)) return "a list";
  if (/^\{|^object of \d/.test(preview)) return "an object";
  return /^-?\d/.test(preview) ? "a number" : "";
}

function quotable(name: string): string {
  return isQuotable(name) ? name : "";
}
