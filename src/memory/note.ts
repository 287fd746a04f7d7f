import type { Slip } from "./slip.ts";

/** How a note begins, so that a model tells it from the tool's own words. */
export const NOTE_PREFIX = "[tool call note] ";

const MAX_CHARACTERS = 160;

/**
 * One line for the model about slips in its call: `` [tool call note] `file_path` was read as `path`; send `path`. `` At
 * most 160 characters: as many whole sentences as fit, and at least the first.
 */
export function writeNote(slips: readonly Slip[]): string {
  let note = NOTE_PREFIX;
  for (const sentence of new Set(slips.map(sentenceFor))) {
    const longer = note === NOTE_PREFIX ? note + sentence : `${note} ${sentence}`;
    if (longer.length > MAX_CHARACTERS) break;
    note = longer;
  }
  return note;
}

function sentenceFor({ form, tool, field, sent, right }: Slip): string {
  switch (form) {
    case "tool":
      return fitting(
        `${quote(sent) || "That tool name"} was read as ${quote(right)}; call ${quote(right)}.`,
        sent + right,
      );
    case "syntax":
      return "The arguments were not valid JSON and were read leniently; send one JSON object.";
    case "wrapping":
      return "The arguments were wrapped in another level; send each parameter directly.";
    case "name":
      return fitting(
        `${quote(sent) || "An undeclared name"} was read as ${quote(right)}; send ${quote(right)}.`,
        sent + right,
      );
    case "surplus":
      return sent === ""
        ? "An undeclared key was left out."
        : fitting(`${quote(sent)} is not a parameter and was left out.`, sent);
    case "ignored":
      return field === ""
        ? "A key that is not a parameter was ignored."
        : fitting(`${quote(field)} is not a parameter${ofTool(tool)} and was ignored.`, field + tool);
    case "empty":
      return `${subject(field)} was sent as ${sent || "a placeholder"}; leave it out when there is no value.`;
    case "kind":
      return `${subject(field)} was sent as ${sent || "another kind of value"}; send ${right || "the declared kind"}.`;
    case "form":
      return `${subject(field)} was corrected in its form; send it exactly as declared.`;
    default:
      return form satisfies never;
  }
}

/** A sentence, or a short one in its place when the names in it make it too long for a note. */
function fitting(sentence: string, names: string): string {
  if (sentence.length <= MAX_CHARACTERS - NOTE_PREFIX.length) return sentence;
  return names === "" ? sentence : "A name was corrected; use names exactly as the tool declares them.";
}

function subject(field: string): string {
  return field === "" ? "An argument" : quote(field);
}

function ofTool(tool: string): string {
  return tool === "" ? "" : ` of ${quote(tool)}`;
}

function quote(name: string): string {
  return name === "" ? "" : `\`${name}\``;
}
