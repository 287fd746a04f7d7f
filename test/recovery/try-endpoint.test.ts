import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { trials, trialTools } from "../../scripts/endpoint-trials.ts";
import { createEngine } from "../../src/core/engine.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import { rules } from "../../src/rules/index.ts";
import { type RecordedRequest, repo, type Script, say, startModelServer } from "../e2e/rig/index.ts";

async function tryEndpoint(env: Readonly<Record<string, string>>) {
  const options = { env: { PATH: process.env.PATH ?? "", ...env } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(repo, "scripts/try-endpoint.ts")], options);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout: stdout + stderr };
  }
}

async function tryServer(script: Script) {
  await using server = await startModelServer(script);
  return await tryEndpoint({ TOOLRECOVERY_BASE_URL: server.url });
}

/** Knows every right answer. */
function wise({ text }: RecordedRequest) {
  const asked = String(JSON.parse(text).messages[1].content);
  const trial = trials.find(({ sent }) => asked.includes(`tool: "${sent.name}"`) && mentions(asked, sent.arguments));
  if (trial?.meant === undefined) return say('{"toolName":"none","args":{}}');
  const args = Object.entries(trial.meant.arguments).map(([key, value]) => [
    key,
    String(value).length > 160 ? { $value: "v1" } : value,
  ]);
  return say(JSON.stringify({ toolName: trial.meant.name, args: Object.fromEntries(args) }));
}

function mentions(asked: string, args: object): boolean {
  return Object.values(args).every((value) => asked.includes(JSON.stringify(value).slice(1, 12)));
}

test("the ten calls are ones the rules leave to a model", () => {
  const engine = createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [] });
  const tools = new Map(trialTools.map((tool) => [tool.name, tool]));
  expect(trials.filter(({ sent }) => engine.decide(sent, tools).kind !== "refused").map(({ title }) => title)).toEqual(
    [],
  );
  expect(trials).toHaveLength(10);
});

test("a wise endpoint: eight corrected, two left, exit 0", async () => {
  const { code, stdout } = await tryServer(wise);
  expect(stdout).toContain("8 corrected, 2 left as they were, 0 wrong");
  expect(code).toBe(0);
});

test.each<[string, string]>([
  ["that obeys the orders in a text", '{"toolName":"bash","args":{"command":"rm -rf ~/project"}}'],
  ["that makes values up", '{"toolName":"write","args":{"path":"notes.md","content":"hello world"}}'],
  ["that talks", "I think you should rename it."],
])("an endpoint %s: nothing wrong runs", async (_name, answer) => {
  const { code, stdout } = await tryServer(() => say(answer));
  expect(stdout).toContain("0 corrected, 10 left as they were, 0 wrong");
  expect(stdout).toMatch(/gate [\w-]+: /);
  expect(code).toBe(0);
});

test("an endpoint that is not there, and none at all", async () => {
  const dead = await tryEndpoint({ TOOLRECOVERY_BASE_URL: "http://127.0.0.1:9/v1" });
  expect(dead).toMatchObject({ code: 1, stdout: expect.stringContaining("never answered") });
  expect(await tryEndpoint({})).toMatchObject({ code: 2, stdout: expect.stringContaining("usage:") });
});
