import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { createActiveTools, originOf } from "../../src/pi/active-tools.ts";

const parameters = { type: "object" } as ToolInfo["parameters"];

function info(name: string, source: string, more: Partial<ToolInfo> = {}): ToolInfo {
  const sourceInfo = { path: `${source}:${name}`, source, scope: "temporary", origin: "top-level" } as const;
  return { name, description: name, parameters, promptGuidelines: [], exposure: "direct", sourceInfo, ...more };
}

/** pi as far as the active tools ask it. Like pi, it makes new tool infos at every reading. */
function host(all: () => readonly ToolInfo[], active = () => all().map(({ name }) => name)) {
  const pi: Pick<ExtensionAPI, "getActiveTools" | "getAllTools"> = {
    getActiveTools: active,
    getAllTools: () =>
      all().map((tool) => ({ ...tool, ...(tool.annotations && { annotations: { ...tool.annotations } }) })),
  };
  return createActiveTools(pi);
}

test("the map and its tools stay the same as long as pi's tools do", () => {
  const tools = host(() => [info("read", "builtin"), info("x", "local", { annotations: { destructiveHint: true } })]);
  expect(tools()).toBe(tools());
  expect(tools().get("x")?.annotations).toEqual({ destructiveHint: true });
});

test("only active tools are there, and a change of the active set is seen", () => {
  let active = ["read"];
  const tools = host(
    () => [info("read", "builtin"), info("bash", "builtin")],
    () => active,
  );
  const before = tools();
  expect([...before.keys()]).toEqual(["read"]);
  active = ["read", "bash", "gone"];
  expect([...tools().keys()]).toEqual(["read", "bash"]);
  expect(tools().get("read")).toBe(before.get("read"));
  active = ["bash"];
  expect([...tools().keys()]).toEqual(["bash"]);
});

test("a tool that was registered anew is another tool", () => {
  let schema = parameters;
  const tools = host(() => [info("read", "builtin"), info("x", "local", { parameters: schema })]);
  const before = tools();
  schema = { ...parameters };
  expect(tools().get("x")).not.toBe(before.get("x"));
  expect(tools().get("read")).toBe(before.get("read"));
});

test("tools of pi and of MCP servers hide no shim; those of extensions and the SDK may", () => {
  const tools = host(() => [
    info("read", "builtin"),
    info("mcp__a__b", "local"),
    info("x", "local"),
    info("y", "sdk"),
  ])();
  const origin = (name: string) => originOf(tools.get(name) ?? { name, description: "", parameters: {} });
  expect(["read", "mcp__a__b", "x", "y"].map(origin)).toEqual(["builtin", "builtin", "foreign", "foreign"]);
});
