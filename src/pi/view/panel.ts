import type { KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import { type Component, decodeKittyPrintable, type TUI, visibleWidth, wrapTextWithAnsi } from "@mariozechner/pi-tui";
import { fitLine } from "./fit.ts";
import { type Line, line, paint, tone } from "./styled.ts";

/** What a panel shows; asked anew at every frame. */
export interface PanelContent {
  readonly title: string;
  /** Below the rows, such as `↑↓ move`. */
  readonly hint: string;
  readonly rows: readonly Line[];
  /** The chosen row; `undefined` when the rows are only read. */
  readonly chosen: number | undefined;
}

export type PanelKey =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "confirm"
  | "cancel"
  | "erase"
  | { readonly typed: string };

/** A framed box over the screen: a title, rows that scroll, a line of hints. The owner keeps all state but the scroll. */
export class Panel implements Component {
  readonly #tui: TUI;
  readonly #theme: Theme;
  readonly #keys: KeybindingsManager;
  readonly #content: () => PanelContent;
  readonly #onKey: (key: PanelKey) => void;
  #top = 0;

  constructor(
    tui: TUI,
    theme: Theme,
    keys: KeybindingsManager,
    content: () => PanelContent,
    onKey: (key: PanelKey) => void,
  ) {
    this.#tui = tui;
    this.#theme = theme;
    this.#keys = keys;
    this.#content = content;
    this.#onKey = onKey;
  }

  render(width: number): readonly string[] {
    const { title, hint, rows, chosen } = this.#content();
    const inner = Math.max(1, width - 4);
    const lines = rows.flatMap((row, at) => this.#paint(row, at, chosen, inner));
    const height = this.#height();
    this.#top = keepInView(this.#top, chosen, lines.length, height);
    const end = Math.min(lines.length, this.#top + height);
    const seen = [...lines.slice(this.#top, end), fitLine(line(tone("dim", hint)), inner, this.#theme)];
    return [
      this.#edge("╭", title, "╮", width, "title"),
      ...seen.map((text) => this.#framed(text, inner)),
      this.#edge("╰", lines.length > height ? `${this.#top + 1}-${end} of ${lines.length}` : "", "╯", width, "dim"),
    ];
  }

  handleInput(data: string): void {
    const key = this.#read(data);
    if (key === undefined) return;
    if (this.#content().chosen === undefined) this.#scroll(key);
    this.#onKey(key);
    this.#tui.requestRender();
  }

  invalidate(): void {}

  /** What is only read is wrapped; a list keeps one line a row. */
  #paint(row: Line, at: number, chosen: number | undefined, width: number): readonly string[] {
    if (chosen === undefined) return wrapTextWithAnsi(paint(row, this.#theme), width);
    return [fitLine([tone("title", at === chosen ? "› " : "  "), ...row], width, this.#theme)];
  }

  #framed(text: string, inner: number): string {
    const side = this.#theme.fg("borderAccent", "│");
    return `${side} ${text}${" ".repeat(Math.max(0, inner - visibleWidth(text)))} ${side}`;
  }

  #edge(left: string, label: string, right: string, width: number, labelTone: "title" | "dim"): string {
    const border = (text: string) => this.#theme.fg("borderAccent", text);
    const room = Math.max(0, width - 3);
    const shown = label === "" ? "" : fitLine(line(tone(labelTone, ` ${label} `)), room, this.#theme);
    return border(`${left}─`) + shown + border("─".repeat(Math.max(0, room - visibleWidth(shown))) + right);
  }

  #height(): number {
    return Math.max(3, Math.floor(this.#tui.terminal.rows * 0.8) - 3);
  }

  #scroll(key: PanelKey): void {
    const by =
      key === "up"
        ? -1
        : key === "down"
          ? 1
          : key === "pageUp"
            ? -this.#height()
            : key === "pageDown"
              ? this.#height()
              : 0;
    this.#top = Math.max(0, this.#top + by);
  }

  #read(data: string): PanelKey | undefined {
    if (this.#keys.matches(data, "tui.select.up")) return "up";
    if (this.#keys.matches(data, "tui.select.down")) return "down";
    if (this.#keys.matches(data, "tui.select.pageUp")) return "pageUp";
    if (this.#keys.matches(data, "tui.select.pageDown")) return "pageDown";
    if (this.#keys.matches(data, "tui.select.confirm")) return "confirm";
    if (this.#keys.matches(data, "tui.select.cancel")) return "cancel";
    if (this.#keys.matches(data, "tui.editor.deleteCharBackward")) return "erase";
    const typed = decodeKittyPrintable(data) ?? data;
    return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(typed) ? { typed } : undefined;
  }
}

/** The first row to show, so that the chosen one is seen and no room is left over at the end. */
function keepInView(top: number, chosen: number | undefined, count: number, height: number): number {
  const reached = chosen === undefined ? top : Math.min(Math.max(top, chosen - height + 1), chosen);
  return Math.max(0, Math.min(reached, count - height));
}
