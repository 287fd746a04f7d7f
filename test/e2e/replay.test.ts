import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { Report, ToolCounts } from "../../src/replay/report.ts";
import { call, extension, makeWorkspace, runPiIn, say, startModelServer } from "./rig/index.ts";

const script = [
  [say("First."), call("write", { filename: "a.txt", content: "x" })],
  call("write", { path: "b.txt", content: null }),
  call("write", '{"path": "c.txt", "content": "half'),
  call("write", '{"path" "c.txt" "content"}'),
  call("write", "{'path': 'd.txt', 'content': 'ok',}"),
  [call("conjure", { spell: 1 }), call("Read", { path: "a.txt" })],
  call("bash", { command: "exit 3" }),
  say('Let me look.\n<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>'),
  say("Done."),
];

/** Plays the script to the real command line and replays the session it wrote. */
async function replayed(extensions: readonly string[]): Promise<Report["models"][string] | undefined> {
  await using server = await startModelServer(script);
  await using workspace = await makeWorkspace(server.url, { settings: { grammarRepair: { enabled: true } } });
  expect((await runPiIn(workspace, server, { extensions })).exitCode).toBe(0);
  const out: string[] = [];
  const io = { out: (line: string) => void out.push(line), err: () => {} };
  expect(await main(["replay", workspace.sessionDir, "--json"], io)).toBe(0);
  return (JSON.parse(out.join("\n")) as Report).models["mock-completions/main"];
}

function sum(counts: readonly ToolCounts[], key: keyof ToolCounts): number {
  return counts.reduce((total, tool) => total + tool[key], 0);
}

test("a session comes out alike, recorded without this extension or with it", async () => {
  const [without, withIt] = await Promise.all([replayed([]), replayed([extension])]);
  const [then, now] = [Object.values(without?.tools ?? {}), Object.values(withIt?.tools ?? {})];
  for (const key of ["repaired", "needsModel", "refused", "unknown"] as const) {
    expect([key, sum(now, key)]).toEqual([key, sum(then, key)]);
  }
  expect(withIt?.rules).toEqual(without?.rules);
  expect([sum(then, "failed"), sum(then, "distorted"), sum(then, "mended")]).toEqual([6, 1, 0]);
  expect([sum(now, "failed"), sum(now, "distorted"), sum(now, "mended")]).toEqual([4, 0, 3]);
  expect(without?.inText).toEqual({ mended: 0, recovered: 1, unusable: 0 });
  expect(withIt?.inText).toEqual({ mended: 1, recovered: 0, unusable: 0 });
  expect(without).toMatchObject({ roundTrips: 2, tokens: 240 });
});
