import { describe, expect, test } from "vitest";
import { readAnsi } from "../../scripts/screens/read-ansi.ts";
import { toSvg } from "../../scripts/screens/to-svg.ts";

const terminal = { colour: "#dddddd", background: "#111111" };
const looks = (screen: string) =>
  readAnsi(screen).map((runs) =>
    runs.map(({ column, text, look: { colour, background, bold, reverse } }) => [
      column,
      text,
      colour,
      background,
      bold,
      reverse,
    ]),
  );

describe("a captured screen", () => {
  test.each<readonly [string, string, readonly unknown[]]>([
    ["plain text", "ab", [[0, "ab", undefined, undefined, false, false]]],
    ["24-bit colour", "\x1b[38;2;255;0;16mx", [[0, "x", "#ff0010", undefined, false, false]]],
    [
      "256 colours",
      "\x1b[38;5;196mx\x1b[48;5;232my",
      [
        [0, "x", "#ff0000", undefined, false, false],
        [1, "y", "#ff0000", "#080808", false, false],
      ],
    ],
    [
      "bold, reverse and their ends",
      "\x1b[1;7mx\x1b[22;27my",
      [
        [0, "x", undefined, undefined, true, true],
        [1, "y", undefined, undefined, false, false],
      ],
    ],
    [
      "a reset without a number",
      "\x1b[31mx\x1b[my",
      [
        [0, "x", "#cc6666", undefined, false, false],
        [1, "y", undefined, undefined, false, false],
      ],
    ],
    [
      "wide characters",
      "日x\x1b[1my",
      [
        [0, "日x", undefined, undefined, false, false],
        [3, "y", undefined, undefined, true, false],
      ],
    ],
    ["hyperlinks", "\x1b]8;;file:///a\x1b\\x\x1b]8;;\x1b\\", [[0, "x", undefined, undefined, false, false]]],
  ])("%s", (_what, screen, runs) => {
    expect(looks(screen)).toEqual([runs]);
  });

  test("a look goes on into the next line", () => {
    expect(looks("\x1b[1mx\ny")).toEqual([
      [[0, "x", undefined, undefined, true, false]],
      [[0, "y", undefined, undefined, true, false]],
    ]);
  });
});

test("becomes text on the grid of its cells", () => {
  const svg = toSvg(readAnsi("  \x1b[1;31ma<b\x1b[0m"), 10, "A title", terminal);
  expect(svg).toContain(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 108 42" width="108" height="42" role="img">',
  );
  expect(svg).toContain('<text x="28.8" y="25.5" textLength="25.2" fill="#cc6666" font-weight="bold">a&lt;b</text>');
  expect(toSvg(readAnsi("x"), 10, "A title", terminal)).toBe(toSvg(readAnsi("x"), 10, "A title", terminal));
});
