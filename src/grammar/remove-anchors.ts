/**
 * A regular expression without its anchors: `^` and `$` outside character classes and escapes go.
 * @returns The same text when it has none; `undefined` when nothing, or no expression of the same meaning, is left: then
 *   the keyword has to go.
 */
export function removeAnchors(pattern: string): string | undefined {
  const pieces = splitPattern(pattern);
  if (pieces === undefined || !pieces.some(isAnchor)) return pattern;
  if (anchorsInLookaround(pieces) || quantifiesAnchor(pieces)) return undefined;
  const rest = pieces.filter((piece) => !isAnchor(piece)).join("");
  return rest !== "" && isPattern(rest) ? rest : undefined;
}

/** Escapes, character classes and single characters, in order; `undefined` for a class or an escape that never ends. */
function splitPattern(pattern: string): readonly string[] | undefined {
  const pieces = pattern.match(PIECE) ?? [];
  return pieces.join("") === pattern ? pieces : undefined;
}

const PIECE = /\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|\(\?<?[=!:]|[^\\[]/g;

function isAnchor(piece: string): boolean {
  return piece === "^" || piece === "$";
}

/** An anchor inside `(?=`, `(?!`, `(?<=` or `(?<!` carries the meaning of the whole group. */
function anchorsInLookaround(pieces: readonly string[]): boolean {
  const groups: boolean[] = [];
  for (const piece of pieces) {
    if (piece.startsWith("(")) groups.push((groups.at(-1) ?? false) || /[=!]$/.test(piece));
    else if (piece === ")") groups.pop();
    else if (isAnchor(piece) && groups.at(-1)) return true;
  }
  return false;
}

function quantifiesAnchor(pieces: readonly string[]): boolean {
  return pieces.some((piece, at) => isAnchor(piece) && /^[*+?{]/.test(pieces[at + 1] ?? ""));
}

function isPattern(text: string): boolean {
  for (const flags of ["u", ""]) {
    try {
      new RegExp(text, flags);
      return true;
    } catch {
      // Some patterns are only valid without the flag, as hosts accept them too.
    }
  }
  return false;
}
