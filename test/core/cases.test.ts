import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Tool as PiTool, validateToolArguments } from "@earendil-works/pi-ai";
import { describe, expect, test } from "vitest";
import { type Case, judgeCase } from "../../src/cli/judge-case.ts";
import { isObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";

const reported = read("reported.jsonl");
const faults = read("faults.jsonl");

describe.each([
  ["reported.jsonl", reported],
  ["faults.jsonl", faults],
] as const)("%s", (_file, rows) => {
  const judged = rows.map((row) => ({ row, ...judgeCase(row) }));

  test("nothing is repaired wrongly, and no call that is fine is changed or refused", () => {
    expect(judged.filter(({ mark }) => mark === "wrong").map(({ row, got }) => `${row.id}: ${got}`)).toEqual([]);
  });

  test("what must not run does not run, and what must stay stays", () => {
    const kept = judged.filter(({ row }) => row.expected.outcome === "unchanged" || row.expected.outcome === "refused");
    expect(kept.filter(({ mark }) => mark !== "right").map(({ row, got }) => `${row.id}: ${got}`)).toEqual([]);
  });

  test.each([
    ["single faults", (kind: string) => !kind.includes(":") && !kind.startsWith("ctl"), 0.97],
    ["double faults", (kind: string) => kind.startsWith("double:"), 0.93],
    ["silent faults", (kind: string) => kind.startsWith("silent:"), 0.9],
  ] as const)("%s are restored exactly", (_name, belongs, bar) => {
    const broken = judged.filter(({ row }) => row.expected.outcome === "repaired" && belongs(row.kind));
    const right = broken.filter(({ mark }) => mark === "right").length;
    expect(broken.length === 0 ? 1 : right / broken.length).toBeGreaterThanOrEqual(bar);
  });
});

test("the library's host accepts what the agent's own function accepts, in the same form", () => {
  for (const { tools = [], emitted, id } of [...reported, ...faults]) {
    if ("text" in emitted) continue;
    const tool = tools.find(({ name }) => name === emitted.name);
    if (tool === undefined || emitted.argumentsError !== undefined) continue;
    expect(libraryHost.accept(tool, emitted.arguments), id).toEqual(agentAccepts(tool, emitted));
  }
});

function agentAccepts(
  tool: NonNullable<Case["tools"]>[number],
  { name, arguments: args }: { name: string; arguments: object },
) {
  try {
    const { name: toolName, description, parameters } = tool;
    if (!isObject(parameters)) return undefined;
    const piTool: PiTool = { name: toolName, description, parameters };
    return validateToolArguments(piTool, { type: "toolCall", id: "1", name, arguments: { ...args } });
  } catch {
    return undefined;
  }
}

function read(file: string): readonly Case[] {
  const lines = readFileSync(join(import.meta.dirname, "../fixtures", file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}
