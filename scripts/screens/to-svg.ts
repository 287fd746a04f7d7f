import type { Look, Run } from "./read-ansi.ts";

/** The colours a terminal has where a program sets none. */
export interface Terminal {
  readonly colour: string;
  readonly background: string;
}

const CELL = { width: 8.4, height: 18, baseline: 13.5 } as const;
const MARGIN = 12;

/**
 * A captured screen with its colours as an SVG picture. The same screen gives the same bytes.
 * @param columns The width of the terminal.
 */
export function toSvg(lines: readonly (readonly Run[])[], columns: number, title: string, terminal: Terminal): string {
  const width = round(columns * CELL.width + 2 * MARGIN);
  const height = lines.length * CELL.height + 2 * MARGIN;
  const rows = lines.flatMap((runs, row) => runs.flatMap((run) => draw(run, row, terminal)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${terminal.background}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${terminal.colour}">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function draw({ column, columns, text, look }: Run, row: number, terminal: Terminal): readonly string[] {
  const { colour, background } = colours(look, terminal);
  const x = round(MARGIN + column * CELL.width);
  const y = MARGIN + row * CELL.height;
  const width = round(columns * CELL.width);
  const drawn: string[] = [];
  if (background !== undefined) {
    drawn.push(`<rect x="${x}" y="${y}" width="${width}" height="${CELL.height}" fill="${background}"/>`);
  }
  const shown = text.trimEnd();
  if (shown.trim() !== "") {
    const lead = shown.length - shown.trimStart().length;
    const left = round(MARGIN + (column + lead) * CELL.width);
    const span = round((columns - lead - (text.length - shown.length)) * CELL.width);
    // The length holds the grid together whatever font the reader has.
    drawn.push(
      `<text x="${left}" y="${y + CELL.baseline}" textLength="${span}"${style(look, colour)}>${xml(shown.trimStart())}</text>`,
    );
  }
  return drawn;
}

function colours(look: Look, terminal: Terminal): Pick<Look, "colour" | "background"> {
  if (!look.reverse) return look;
  return { colour: look.background ?? terminal.background, background: look.colour ?? terminal.colour };
}

function style({ bold, dim, italic, underline }: Look, colour: string | undefined): string {
  return [
    colour === undefined ? "" : ` fill="${colour}"`,
    bold ? ' font-weight="bold"' : "",
    dim ? ' opacity="0.6"' : "",
    italic ? ' font-style="italic"' : "",
    underline ? ' text-decoration="underline"' : "",
  ].join("");
}

function xml(text: string): string {
  // Several blanks in a row would be drawn as one.
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
