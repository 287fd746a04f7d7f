/** How many pieces of markup are looked up; a message with more of them does not run. */
const MAX_PIECES = 16;

/** Characters that a listing may put before a line: numbers, file names, quote and comment marks. */
const MAX_LEAD = 300;

/**
 * Whether somebody else wrote one of these pieces of markup first. Layout and escaping make no difference, and neither
 * does what listings put before each line: line numbers, file names, the signs of a diff, a quote or a comment.
 */
export function isQuoted(pieces: readonly string[], texts: readonly string[] = []): boolean {
  const sources = texts.filter((text) => text !== "").map(bareLines);
  if (sources.length === 0) return false;
  const wholes = sources.map((lines) => lines.join(""));
  return pieces
    .slice(0, MAX_PIECES)
    .map((piece) => bareLines(piece).join(""))
    .some(
      (piece) =>
        piece !== "" &&
        (wholes.some((text) => text.includes(piece)) || sources.some((lines) => isListed(piece, lines))),
    );
}

function bareLines(text: string): readonly string[] {
  return text
    .replaceAll(/\\+u00([0-7][\da-f])/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split(/\n|\\+n/)
    .map(bare);
}

function bare(line: string): string {
  return line
    .replaceAll(/\\+[rt]?|\s+/g, "")
    .replaceAll(/&#(?:x0*([2-7][\da-f])|0*(\d{2,3}));/gi, (_all, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** Whether the ends of consecutive lines make up the piece; the last line may go on behind it. One pass over the lines. */
function isListed(piece: string, lines: readonly string[]): boolean {
  const borders = bordersOf(piece);
  let read = 0;
  for (const line of lines) {
    const next = read === 0 ? undefined : continueIn(piece, read, line);
    if (next === piece.length) return true;
    if (next !== undefined) read = next;
    else if (read === 0 || !isOnlyLead(line)) read = longestStart(piece, line, borders);
  }
  return false;
}

/** How much of the piece is read after a line, `undefined` when the line does not go on with it. */
function continueIn(piece: string, read: number, line: string): number | undefined {
  const rest = piece.slice(read, read + line.length);
  const isLast = read + line.length >= piece.length;
  for (let lead = 0; lead < Math.min(line.length, MAX_LEAD); lead++) {
    if (isLast && line.startsWith(rest, lead)) return piece.length;
    if (rest.startsWith(line.slice(lead))) return read + line.length - lead;
  }
  return undefined;
}

/** Whether a line of a listing shows an empty line. */
function isOnlyLead(line: string): boolean {
  return /^(?:\S{1,300}[:-]\d{1,9}[:-]|[\W\d_]*)$/.test(line.slice(0, MAX_LEAD + 20));
}

/** How many characters at the end of a line are the start of the piece. */
function longestStart(piece: string, line: string, borders: Int32Array): number {
  let length = 0;
  for (let at = Math.max(0, line.length - piece.length); at < line.length; at++) {
    while (length > 0 && (length === piece.length || piece[length] !== line[at])) length = borders[length - 1] ?? 0;
    if (piece[length] === line[at]) length++;
  }
  return length;
}

/** For each start of the piece, how much of its own end is also its start. */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece[length] !== piece[at]) length = borders[length - 1] ?? 0;
    if (piece[length] === piece[at]) length++;
    borders[at] = length;
  }
  return borders;
}
