import { KeybindingsManager, TUI_KEYBINDINGS, visibleWidth } from "@mariozechner/pi-tui";
import { expect, test, vi } from "vitest";
import type { ModelEntry } from "../../src/pi/model-entries.ts";
import { createModelPicker } from "../../src/pi/view/model-picker.ts";

const entries: readonly ModelEntry[] = [
  { value: "none", name: "rules only", choice: null },
  ...Array.from({ length: 30 }, (_, at) => entry("groq", `llama-${at}`, `Llama ${at}`)),
  entry("local", "qwen3-coder", "Qwen3 Coder"),
];

function entry(provider: string, id: string, name: string): ModelEntry {
  return { value: `${provider}/${id}`, name, choice: { provider, id } };
}

function open(current = "none") {
  const done = vi.fn<(chosen: ModelEntry | undefined) => void>();
  const changed = vi.fn();
  const theme = { fg: (_color: string, text: string) => text, bold: (text: string) => text };
  const keybindings = new KeybindingsManager(TUI_KEYBINDINGS);
  const picker = createModelPicker({ entries, current, theme, keybindings, done, changed });
  const press = (...keys: readonly string[]) => {
    for (const key of keys) picker.handleInput?.(key);
  };
  const lines = (width = 80) => picker.render(width).map((line) => line.trimEnd());
  const cursor = () =>
    lines()
      .find((line) => line.includes("→"))
      ?.trim();
  return { picker, done, changed, press, lines, cursor };
}

const UP = "\u001b[A";
const DOWN = "\u001b[B";
const PAGE_DOWN = "\u001b[6~";
const ENTER = "\r";
const ESCAPE = "\u001b";

test("opens at the current choice, which is marked", () => {
  const { cursor, lines } = open("groq/llama-3");
  expect(cursor()).toBe("→ ✓ groq/llama-3 (Llama 3)");
  expect(lines().filter((line) => line.includes("✓"))).toHaveLength(1);
});

test("typing narrows the list, whatever the order of the words", () => {
  const { press, lines, cursor, done } = open();
  press(..."coder qw");
  expect(cursor()).toContain("local/qwen3-coder");
  expect(lines().some((line) => line.includes("groq"))).toBe(false);
  press(ENTER);
  expect(done).toHaveBeenCalledWith(entries.at(-1));
});

test("an emptied search shows everything again", () => {
  const { press, lines } = open();
  press(..."qwen", ...Array(4).fill("\u007f"));
  expect(lines().join("\n")).toContain(`1 of ${entries.length}`);
});

test("arrows wrap, page keys stop at the ends", () => {
  const { press, cursor } = open();
  press(UP);
  expect(cursor()).toContain("local/qwen3-coder");
  press(DOWN, DOWN);
  expect(cursor()).toContain("groq/llama-0");
  press(PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, PAGE_DOWN);
  expect(cursor()).toContain("local/qwen3-coder");
});

test("a search without a hit says so, and nothing can be chosen", () => {
  const { press, lines, done } = open();
  press(..."zzzz", ENTER, DOWN, UP);
  expect(lines().join("\n")).toContain("No model fits.");
  expect(done).not.toHaveBeenCalled();
});

test("escape leaves without a choice", () => {
  const { press, done } = open();
  press(ESCAPE);
  expect(done).toHaveBeenCalledExactlyOnceWith(undefined);
});

test("every key asks for a new picture, and the search box takes the focus", () => {
  const { press, changed, picker } = open();
  press(DOWN, "a");
  expect(changed).toHaveBeenCalledTimes(2);
  picker.focused = true;
  expect(picker.focused).toBe(true);
});

test.each([20, 40, 80, 160])("no line is wider than %d columns", (width) => {
  const { picker } = open();
  expect(Math.max(...picker.render(width).map((line) => visibleWidth(line)))).toBeLessThanOrEqual(width);
});
