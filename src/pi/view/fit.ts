import type { Theme } from "@earendil-works/pi-coding-agent";
import { truncateToWidth, visibleWidth } from "@mariozechner/pi-tui";
import { type Line, line, type Piece, paint } from "./styled.ts";

/** A line painted and cut to the columns there are. */
export function fitLine(pieces: Line, width: number, theme: Theme): string {
  return truncateToWidth(paint(pieces, theme), Math.max(0, width), theme.fg("dim", "…"));
}

/**
 * `before → after` so that both are seen: each gets half of the columns, and what one does not need goes to the other.
 * @param pieces The label, the value before, the arrow, the value after.
 */
export function fitChange(pieces: Line, width: number, theme: Theme): string {
  const [label, before, arrow, after] = pieces;
  if (!label || !before || !arrow || !after) return fitLine(pieces, width, theme);
  const room = Math.max(2, width - visibleWidth(label.text) - visibleWidth(arrow.text));
  const need = visibleWidth(after.text);
  const first = Math.max(Math.floor(room / 2), room - need);
  const cutBefore = cut(before, first);
  return fitLine(line(label, cutBefore, arrow, cut(after, room - visibleWidth(cutBefore.text))), width, theme);
}

function cut({ text, tone }: Piece, width: number): Piece {
  return { text: truncateToWidth(text, width, "…"), tone };
}
