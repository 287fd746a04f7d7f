import { describe, expect, test } from "vitest";
import { findCalls } from "../../src/grammar/find-calls.ts";
import { families } from "../../src/grammar/index.ts";
import type { Tool } from "../../src/lib.ts";
import { named, type Render, renders } from "./render.ts";

const tools: readonly Tool[] = [
  {
    name: "save_note",
    description: "Saves a note.",
    parameters: { type: "object", properties: { content: { type: "string" }, level: { type: "integer" } } },
  },
];
const calls: Parameters<Render>[0] = [
  { name: "save_note", arguments: { content: "Some “text”,\nmore of it.", level: 3 } },
  { name: "save_note", arguments: { content: "second" } },
];
const marked = Object.keys(renders).filter((name) => !Object.hasOwn(named, name));
const listed = (lead: (at: number) => string) => (text: string) =>
  ["first", ...text.split("\n"), "last"].map((line, index) => lead(index + 1) + line).join("\n");
const find = (text: string, more: object = {}) => findCalls({ text, tools, ...more });

describe.each(marked)("%s", (family) => {
  const markup = renders[family]?.(calls) ?? "";

  test("whatever the text is cut to, only whole calls come out of it", () => {
    for (let end = 0; end < markup.length; end++) {
      const found = find(`Now.\n${markup.slice(0, end)}`);
      if (found.kind !== "calls") continue;
      const plain = found.calls.map(({ name, arguments: args }) => ({ name, arguments: args }));
      expect(plain, markup.slice(0, end)).toEqual(calls.slice(0, plain.length));
    }
  });

  test.each<[string, string]>([
    ["a fence", `For example:\n\n~~~~text\n${markup}\n~~~~\n`],
    ["a longer fence", `\`\`\`\`\`\n${markup}\n\`\`\`\`\`\n\nThat is all.`],
    ["a fence that was never closed", `For example:\n~~~\n${markup}`],
    ["inline code", `The model wrote \`\`\`\`${markup.replaceAll("\n", " ")}\`\`\`\` here.`],
    ["a block quote", markup.replaceAll(/^/gm, "> ")],
    ["a list item", `The format is:\n\n- ${markup.replaceAll("\n", " ")}`],
    ["quotation marks", `It said "${markup}"`],
    ["thinking", `<think>\n${markup}\n</think>\nDone.`],
    ["thinking that goes on", `<think>\n${markup}`],
    ["the middle of a text", `${markup}\n\nThat is how it looks.`],
  ])("nothing runs from %s", (_where, text) => {
    expect(find(text).kind).not.toBe("calls");
  });

  test.each<[string, object, string]>([
    ["a cut-off message", { stopReason: "length" }, "nothing"],
    ["a failed message", { stopReason: "error" }, "nothing"],
    ["a thinking block", { blockType: "thinking" }, "nothing"],
    ["a tool result", { role: "toolResult" }, "nothing"],
    ["what a tool result says", { quoted: [`file:\n${markup}\nend`] }, "quoted"],
    ["what a tool result says with other layout", { quoted: [markup.replaceAll(/\s+/g, "  ")] }, "quoted"],
    ["what the user wrote in JSON", { quoted: [JSON.stringify({ text: markup })] }, "quoted"],
    ["what a listing shows with line numbers", { quoted: [listed((at) => `${at}\t`)(markup)] }, "quoted"],
    ["what a search found", { quoted: [listed((at) => `docs/a-b.md:${at}:`)(markup)] }, "quoted"],
    ["what a diff adds", { quoted: [listed(() => "+")(markup)] }, "quoted"],
    ["what a comment holds", { quoted: [`/**\n${listed(() => " * ")(markup)}\n */`] }, "quoted"],
    ["a listing in JSON", { quoted: [JSON.stringify({ text: listed((at) => `${at}→`)(markup) })] }, "quoted"],
    [
      "what a page holds in entities",
      { quoted: [markup.replaceAll(/[<>"&]/g, (c) => `&#${c.charCodeAt(0)};`)] },
      "quoted",
    ],
    ["JSON in \\u escapes", { quoted: [JSON.stringify(markup).replaceAll("<", "\\u003c")] }, "quoted"],
    ["more calls than are allowed", { maxCalls: 1 }, "unusable"],
  ])("nothing runs from %s", (_what, more, kind) => {
    expect(find(markup, more).kind).toBe(kind);
  });

  test("a text with other calls in it, or half of these, quotes nothing", () => {
    const half = markup.slice(0, markup.length / 3);
    const others = renders[family]?.([{ name: "save_note", arguments: { content: "another" } }]) ?? "";
    const quoted = [listed((at) => `${at}\t`)(half), listed(() => "+")(others), "{\n<\n[\n(\n".repeat(200)];
    expect(find(markup, { quoted }).kind).toBe("calls");
  });

  test("native calls leave no second copy in the text, and nothing that is not one goes", () => {
    const native = { nativeCalls: calls };
    expect(find(`Saving.\n${markup}`, native)).toMatchObject({ kind: "shadow", remainder: "Saving." });
    expect(find(markup, { nativeCalls: [calls[0]] })).toMatchObject({ kind: "shadow", remainder: markup });
  });

  test("the remainder holds no call", () => {
    const found = find(`Saving.\n${markup}`);
    expect(found).toMatchObject({ kind: "calls", remainder: "Saving." });
    expect(find(found.remainder).kind).toBe("nothing");
  });
});

test("a family that is not named is not read", () => {
  const text = renders.kimi?.(calls) ?? "";
  expect(find(text, { families: ["glm"] }).kind).toBe("nothing");
  expect(find(text, { families: ["kimi"] }).kind).toBe("calls");
});

test.each(["json", "pythonic"])("%s is read only when named, and only as the whole message", (family) => {
  const text = renders[family]?.(calls) ?? "";
  expect(find(text).kind).toBe("nothing");
  expect(find(text, { families: [family] }).kind).toBe("calls");
  expect(find(`Saving.\n${text}`, { families: [family] }).kind).toBe("nothing");
  expect(find(`${text}\nSaved.`, { families: [family] }).kind).toBe("nothing");
});

test("every family has a name of its own", () => {
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
});
