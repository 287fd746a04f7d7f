import { sliceByColumn, stripTerminalSequences, visibleWidth } from "@mariozechner/pi-tui";
import { type Line, line, type Painter, type Piece, paint } from "./styled.ts";

/** A line cut to the columns there are, then painted: cutting painted text would end the colour of the row behind it. */
export function fitLine(pieces: Line, width: number, theme: Painter): string {
  if (columnsOf(pieces) <= width) return paint(pieces, theme);
  const kept: Piece[] = [];
  let room = width;
  for (const piece of pieces) {
    const need = visibleWidth(piece.text);
    // One column stays for the ellipsis of what follows.
    if (need >= room) return paint([...kept, cut(piece, room, true)], theme);
    kept.push(piece);
    room -= need;
  }
  return paint(kept, theme);
}

/**
 * `before → after` so that both are seen: each gets half of the columns, and what one does not need goes to the other.
 * @param pieces The label, the value before, the arrow, the value after.
 */
export function fitChange(pieces: Line, width: number, theme: Painter): string {
  const [label, before, arrow, after] = pieces;
  if (!label || !before || !arrow || !after) return fitLine(pieces, width, theme);
  const room = Math.max(2, width - columnsOf([label, arrow]));
  const first = cut(before, Math.max(Math.floor(room / 2), room - visibleWidth(after.text)));
  return fitLine(line(label, first, arrow, cut(after, room - visibleWidth(first.text))), width, theme);
}

/** @param always Whether to end with an ellipsis even where the text fits. */
function cut({ text, tone }: Piece, width: number, always = false): Piece {
  if (!always && visibleWidth(text) <= width) return { text, tone };
  if (width < 1) return { text: "", tone };
  return { text: `${stripTerminalSequences(sliceByColumn(text, 0, width - 1, true))}…`, tone };
}

function columnsOf(pieces: Line): number {
  return pieces.reduce((sum, { text }) => sum + visibleWidth(text), 0);
}
