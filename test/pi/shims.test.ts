import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { expect, test, vi } from "vitest";
import { assistantCalls, repairs, results, startSession } from "./session.ts";

const parameters = {
  type: "object",
  properties: { target: { type: "string" }, count: { type: "integer" } },
  required: ["target"],
};
const settings = { teach: false, aliases: { probe: { target: ["zgoal"] }, mcp__a__probe: { target: ["zgoal"] } } };

/** A tool of an extension that says what it ran with. */
function tool(name: string, prepareArguments?: (args: unknown) => { target: string }): ExtensionFactory {
  return (pi) => {
    pi.registerTool({
      name,
      label: name,
      description: "Probes a target.",
      parameters,
      ...(prepareArguments && { prepareArguments }),
      execute: async (_id, args) => ({ content: [{ type: "text", text: JSON.stringify(args) }], details: {} }),
    });
  };
}

const shim = (args: unknown) => {
  const { zgoal, ...rest } = args as { zgoal?: string; target: string };
  return zgoal === undefined ? rest : { ...rest, target: `shim:${zgoal}` };
};

test("the first rejected call of an extension's tool is left to pi; without a shim the next one is repaired", async () => {
  await using pi = await startSession({
    settings,
    before: [tool("probe")],
    replies: [fauxToolCall("probe", { zgoal: "a" }), fauxToolCall("probe", { zgoal: "b" })],
  });
  await pi.prompt();
  expect(results(pi)).toMatchObject([
    { isError: true, text: expect.stringContaining("Received arguments") },
    { isError: false, text: '{"target":"b"}' },
  ]);
  expect(repairs(pi)).toHaveLength(1);
});

test("a tool whose shim made pi run the call is left alone from then on", async () => {
  await using pi = await startSession({
    settings,
    before: [tool("probe", shim)],
    replies: [
      fauxToolCall("probe", { zgoal: "a" }),
      fauxToolCall("probe", { zgoal: "b" }),
      fauxToolCall("probe", { other: 1 }),
    ],
  });
  await pi.prompt();
  expect(results(pi)).toMatchObject([
    { isError: false, text: '{"target":"shim:a"}' },
    { isError: false, text: '{"target":"shim:b"}' },
    { isError: true, text: expect.stringContaining("Received arguments") },
  ]);
  expect(assistantCalls(pi).map((call) => call.arguments)).toEqual([{ zgoal: "a" }, { zgoal: "b" }, { other: 1 }]);
  expect(repairs(pi)).toEqual([]);
});

test.each([
  ["no shim", undefined, "none"],
  ["a shim", shim, "shim"],
])("what was learned holds in the next session: %s", async (_name, prepare, known) => {
  await using first = await startSession({
    settings,
    before: [tool("probe", prepare)],
    replies: [fauxToolCall("probe", { zgoal: "a" })],
  });
  await first.prompt();
  const file = join(first.agentDir, "state/tool-recovery/shims.json");
  const written = await vi.waitFor(async () => JSON.parse(await readFile(file, "utf8")));
  expect(Object.values(written.data)).toMatchObject([{ known }]);
  const state = { "state/tool-recovery/shims.json": JSON.stringify(written) };
  await using second = await startSession({
    settings,
    agentFiles: state,
    before: [tool("probe", prepare)],
    replies: [fauxToolCall("probe", { zgoal: "a" })],
  });
  await second.prompt();
  expect(results(second)).toMatchObject([{ isError: false, text: prepare ? '{"target":"shim:a"}' : '{"target":"a"}' }]);
  expect(repairs(second)).toHaveLength(prepare ? 0 : 1);
});

test("malformed text fails before a shim could help, so it is repaired at once", async () => {
  await using pi = await startSession({
    settings,
    before: [tool("probe", shim)],
    replies: [{ ...fauxToolCall("probe", {}), argumentsError: 'Bad.\n\nReceived arguments:\n{"target": "a",}' }],
  });
  await pi.prompt();
  expect(results(pi)).toMatchObject([{ isError: false, text: '{"target":"a"}' }]);
});

test("an MCP tool has no shim, so its first broken call is repaired", async () => {
  await using pi = await startSession({
    settings,
    before: [tool("mcp__a__probe")],
    replies: [fauxToolCall("mcp__a__probe", { zgoal: "a" })],
  });
  await pi.prompt();
  expect(results(pi)).toMatchObject([{ isError: false, text: '{"target":"a"}' }]);
});

test("a call pi would run with another meaning is refused at once", async () => {
  await using pi = await startSession({ before: [tool("probe")], replies: [fauxToolCall("probe", { target: null })] });
  await pi.prompt();
  expect(results(pi)).toMatchObject([{ isError: true, text: expect.stringContaining("target: null") }]);
});

test("a call made by another tool is repaired in its arguments", async () => {
  const caller: ExtensionFactory = (api) => {
    api.registerTool({
      name: "caller",
      label: "caller",
      description: "Calls another tool.",
      parameters: { type: "object", properties: { name: { type: "string" }, args: {} } },
      async execute(_id, params, _signal, _onUpdate, ctx) {
        const { name, args } = params as { name: string; args: unknown };
        const { result, isError } = await ctx.executeTool(name, args);
        return { content: [{ type: "text", text: `${isError}` }, ...result.content], details: {} };
      },
    });
  };
  await using pi = await startSession({
    settings: { aliases: { write: { path: ["zpath"] } } },
    before: [caller],
    replies: [
      fauxToolCall("caller", { name: "write", args: { zpath: "a.txt", content: "x" } }),
      fauxToolCall("caller", { name: "write", args: { quux: "a.txt" } }),
    ],
  });
  await pi.prompt();
  expect(results(pi).map(({ text }) => text.slice(0, 4))).toEqual(["fals", "true"]);
  expect(await pi.file("a.txt")).toBe("x");
});
