import { visibleWidth } from "@mariozechner/pi-tui";

/** How a run of characters looks. Colours are `#rrggbb`; `undefined` is the terminal's own. */
export interface Look {
  readonly colour: string | undefined;
  readonly background: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly reverse: boolean;
}

/** Characters of one look, at a column. */
export interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
}

const PLAIN: Look = {
  colour: undefined,
  background: undefined,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  reverse: false,
};

/** The runs of each line of a captured screen. The look goes on from line to line, as in a terminal. */
export function readAnsi(screen: string): readonly (readonly Run[])[] {
  let look = PLAIN;
  return screen.split("\n").map((text) => {
    const runs: Run[] = [];
    let column = 0;
    // An escape sequence of colours, a hyperlink or another command, or text up to the next.
    for (const [token, colours, plain] of text.matchAll(
      /\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[[(][\d;?]*[A-Za-z]|([^\x1b]+)/g,
    )) {
      if (colours !== undefined && token.startsWith("\x1b[")) look = applied(look, colours);
      if (plain === undefined) continue;
      const columns = visibleWidth(plain);
      runs.push({ column, columns, text: plain, look });
      column += columns;
    }
    return runs;
  });
}

function applied(look: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = look;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      next = code === 38 ? { ...next, colour } : { ...next, background: colour };
      at += used;
    } else next = simple(next, code);
  }
  return next;
}

function simple(look: Look, code: number): Look {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 3) return { ...look, italic: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 7) return { ...look, reverse: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 23) return { ...look, italic: false };
  if (code === 24) return { ...look, underline: false };
  if (code === 27) return { ...look, reverse: false };
  if (code === 39) return { ...look, colour: undefined };
  if (code === 49) return { ...look, background: undefined };
  if (code >= 30 && code <= 37) return { ...look, colour: indexed(code - 30) };
  if (code >= 90 && code <= 97) return { ...look, colour: indexed(code - 82) };
  if (code >= 40 && code <= 47) return { ...look, background: indexed(code - 40) };
  if (code >= 100 && code <= 107) return { ...look, background: indexed(code - 92) };
  return look;
}

/** `5;n` or `2;r;g;b`, and how many numbers it took. */
function extended([kind, a = 0, b = 0, c = 0]: readonly number[]): readonly [colour: string, used: number] {
  return kind === 5 ? [indexed(a), 2] : [hex(a, b, c), 4];
}

const SIXTEEN = [
  "#1d1f21",
  "#cc6666",
  "#8fae5d",
  "#d9a65c",
  "#6c99bb",
  "#a67fb5",
  "#6fb3b8",
  "#c5c8c6",
  "#666a6e",
  "#e08080",
  "#b5d07a",
  "#f0c674",
  "#8db9e2",
  "#c9a0dc",
  "#8fd0d4",
  "#ffffff",
] as const;

function indexed(index: number): string {
  if (index < 16) return SIXTEEN[index] ?? "#ffffff";
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return hex(grey, grey, grey);
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return hex(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
