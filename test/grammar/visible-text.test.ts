import { expect, test } from "vitest";
import { visibleText } from "../../src/grammar/visible-text.ts";
import { named, type Render, renders } from "./render.ts";

const calls: Parameters<Render>[0] = [
  { name: "write", arguments: { path: "a b.txt", content: "l1\n`x` <b>\n", limit: 3 } },
  { name: "ls", arguments: {} },
];

test.each(Object.keys(renders).filter((name) => !Object.hasOwn(named, name)))(
  "%s: from its first mark on, a call that is being written is out of sight",
  (family) => {
    const markup = renders[family]?.(calls) ?? "";
    for (let end = 7; end <= markup.length; end++) {
      expect(visibleText(`Now.\n\n${markup.slice(0, end)}`, []), markup.slice(0, end)).toBe("Now.");
    }
  },
);

test.each([
  "Use `<tool_call>` for that, then",
  "```xml\n<tool_call>\n<function=ls>\n",
  "Some models write <function=name> to call, others",
  "a < b, (c) and [d]: `e`",
  '> <invoke name="x">',
])("%j stays in sight", (text) => {
  expect(visibleText(text, [])).toBe(text);
});
