import { isOneEdit } from "../../../core/one-edit.ts";
import { squeeze } from "./members.ts";
import { areApart } from "./ordinary-words.ts";

const SHORTEST_WORD = 5;
const MAX_LENGTH = 500;

/**
 * The one member a text is misspelled from by a single edit: a letter too many, missing, changed, or two letters swapped.
 * @returns `undefined` for two candidates, changed digits, short words, the first letter of a word, and wherever the text is
 * a word of its own or turns the member around.
 */
export function misspelledMember(text: string, members: readonly string[]): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const sent = squeeze(text);
  const near = members.filter((member) => isOneEdit(sent, squeeze(member)));
  const [member] = near;
  if (member === undefined || near.length > 1) return undefined;
  const meant = squeeze(member);
  if (meant.length < SHORTEST_WORD || sent.length < SHORTEST_WORD - 1) return undefined;
  if (digits(sent) !== digits(meant) || areApart(sent, meant) || startsApart(sent, meant)) return undefined;
  return member;
}

function digits(text: string): string {
  return text.replaceAll(/[^\d+#<>=!*]/g, "");
}

/** A first letter that is added, dropped or another makes another word: `atypical`, `light` for `right`. */
function startsApart(sent: string, meant: string): boolean {
  return sent[0] !== meant[0] && !(sent[0] === meant[1] && sent[1] === meant[0]);
}
