import {
  DynamicBorder,
  type ExtensionContext,
  type KeybindingsManager,
  type Theme,
} from "@earendil-works/pi-coding-agent";
import {
  type Component,
  Container,
  type Focusable,
  fuzzyFilter,
  Input,
  Spacer,
  TruncatedText,
} from "@mariozechner/pi-tui";
import type { ModelEntry } from "../model-entries.ts";

const VISIBLE = 10;

/** Lets the user choose a model in an overlay. @returns `undefined` when the user leaves without a choice. */
export function pickModel(
  ctx: ExtensionContext,
  entries: readonly ModelEntry[],
  current: string,
): Promise<ModelEntry | undefined> {
  return ctx.ui.custom<ModelEntry | undefined>(
    (tui, theme, keybindings, done) =>
      createModelPicker({ entries, current, theme, keybindings, done, changed: () => tui.requestRender() }),
    {
      overlay: true,
      overlayOptions: { width: "70%", minWidth: 40, maxHeight: "90%", anchor: "center" },
      blocked: { kind: "question", message: "Choose a recovery model" },
    },
  );
}

export interface ModelPickerOptions {
  readonly entries: readonly ModelEntry[];
  /** `value` of the entry that holds now. */
  readonly current: string;
  readonly theme: Pick<Theme, "fg" | "bold">;
  readonly keybindings: Pick<KeybindingsManager, "matches">;
  done(entry: ModelEntry | undefined): void;
  changed(): void;
}

/** A search box over a list of models. The list narrows while the user types; arrows and page keys move, and wrap. */
export function createModelPicker(options: ModelPickerOptions): Component & Focusable {
  const { entries, current, theme, keybindings, done, changed } = options;
  const search = new Input({ placeholder: "Type to search", placeholderStyle: (text) => theme.fg("dim", text) });
  const list = new Container();
  const frame = new Container();
  let shown = entries;
  let selected = Math.max(
    0,
    entries.findIndex(({ value }) => value === current),
  );

  const border = () => new DynamicBorder((line: string) => theme.fg("accent", line));
  const title = new TruncatedText(theme.bold("Model for tool call recovery"), 1);
  const keys = new TruncatedText(theme.fg("dim", "enter choose · esc leave · ↑↓ move · type to search"), 1);
  for (const part of [border(), title, new Spacer(1), search, new Spacer(1), list, new Spacer(1), keys, border()]) {
    frame.addChild(part);
  }

  function filter(): void {
    const query = search.getValue().trim();
    shown = query === "" ? entries : fuzzyFilter([...entries], query, ({ value, name }) => `${value} ${name}`);
    selected =
      query === ""
        ? Math.max(
            0,
            shown.findIndex(({ value }) => value === current),
          )
        : 0;
  }

  function move(steps: number, wrap: boolean): void {
    if (shown.length === 0) return;
    const next = selected + steps;
    selected = wrap ? (next + shown.length) % shown.length : Math.min(Math.max(next, 0), shown.length - 1);
  }

  function draw(): void {
    list.clear();
    const first = Math.max(0, Math.min(selected - Math.floor(VISIBLE / 2), shown.length - VISIBLE));
    for (const [at, entry] of shown.slice(first, first + VISIBLE).entries()) {
      list.addChild(new TruncatedText(row(entry, first + at === selected), 1));
    }
    if (shown.length === 0) list.addChild(new TruncatedText(theme.fg("warning", "No model fits."), 1));
    if (shown.length > VISIBLE) {
      list.addChild(new TruncatedText(theme.fg("dim", `  ${selected + 1} of ${shown.length}`), 1));
    }
  }

  function row({ value, name }: ModelEntry, isSelected: boolean): string {
    const cursor = isSelected ? theme.fg("accent", "→ ") : "  ";
    const mark = value === current ? theme.fg("success", "✓ ") : "  ";
    const label = isSelected ? theme.fg("accent", value) : value;
    return `${cursor}${mark}${label}${name === "" || value.endsWith(`/${name}`) ? "" : theme.fg("muted", ` (${name})`)}`;
  }

  draw();
  return {
    get focused() {
      return search.focused;
    },
    set focused(value) {
      search.focused = value;
    },
    handleInput(data) {
      if (keybindings.matches(data, "tui.select.cancel")) return done(undefined);
      if (keybindings.matches(data, "tui.select.confirm")) {
        const entry = shown[selected];
        if (entry !== undefined) done(entry);
        return;
      }
      if (keybindings.matches(data, "tui.select.up")) move(-1, true);
      else if (keybindings.matches(data, "tui.select.down")) move(1, true);
      else if (keybindings.matches(data, "tui.select.pageUp")) move(-VISIBLE, false);
      else if (keybindings.matches(data, "tui.select.pageDown")) move(VISIBLE, false);
      else {
        const before = search.getValue();
        search.handleInput(data);
        if (search.getValue() !== before) filter();
      }
      draw();
      changed();
    },
    invalidate() {
      draw();
      frame.invalidate();
    },
    render: (width) => [...frame.render(width)],
  };
}
