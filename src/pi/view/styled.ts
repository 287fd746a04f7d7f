import type { Theme } from "@earendil-works/pi-coding-agent";

/** What a piece of text means; the theme decides how that looks. */
export type Tone = keyof typeof colours;

const colours = {
  plain: "text",
  title: "accent",
  muted: "muted",
  dim: "dim",
  good: "success",
  warning: "warning",
  bad: "error",
  added: "toolDiffAdded",
  removed: "toolDiffRemoved",
  border: "borderAccent",
} as const;

/** What painting needs of a theme. */
export type Painter = Pick<Theme, "fg">;

export interface Piece {
  readonly text: string;
  readonly tone: Tone;
}

/** A line of a view: the same for the terminal, which paints it, and for plain text. */
export type Line = readonly Piece[];

export function line(...pieces: readonly (string | Piece)[]): Line {
  return pieces.map((piece) => (typeof piece === "string" ? { text: piece, tone: "plain" } : piece));
}

export function tone(tone: Tone, text: string): Piece {
  return { text, tone };
}

export function toText(lines: readonly Line[]): string {
  return lines
    .map((pieces) =>
      pieces
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

export function paint(pieces: Line, theme: Painter): string {
  return pieces.map(({ text, tone }) => theme.fg(colours[tone], text)).join("");
}
