import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renders } from "../grammar/render.ts";
import {
  callsOf,
  hasTmux,
  makeWorkspace,
  reply,
  repo,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startTerminal,
  textOf,
} from "./rig/index.ts";

const settings = { grammarRepair: { enabled: true } };
const content =
  '#!/bin/sh\n# "Größe" & <b>tags</b>\n\tif [ "$1" = \'x\' ]; then echo `date` \\\\n; fi\n\n```\n</think>\n';
const args = { path: "bin/run it.sh", content };

describe.each(["dsml", "qwen3-coder", "kimi", "glm", "harmony", "invoke", "hermes", "deepseek", "mistral v11", "olmo"])(
  "%s",
  (family) => {
    const markup = renders[family]?.([{ name: "write", arguments: args }]) ?? "";

    test("a call in text writes the file to the byte, and the next request shows a native call", async () => {
      const run = await runPi({ settings, script: [say(`Writing it.\n\n${markup}`), say("Done.")] });
      expect(run.files).toEqual({ "bin/run it.sh": content });
      expect(run.stdout).toBe("Done.\n");
      expect(callsOf(run.messages)).toEqual([{ name: "write", arguments: args }]);
      expect(textOf(run.messages.find(({ role }) => role === "assistant") ?? { role: "", content: "" })).toContain(
        "Writing it.",
      );
      expect(run.requests).toHaveLength(2);
      expect(run.requests[1]?.traffic).toMatchObject([{ kind: "call", name: "write" }, { kind: "result" }]);
    });
  },
);

test.each(["responses", "anthropic"] as const)("a call in text becomes native on %s too", async (shape) => {
  const markup = renders.kimi?.([{ name: "write", arguments: args }]) ?? "";
  const run = await runPi({ shape, settings, script: [say(markup), say("Done.")] });
  expect(run.files).toEqual({ "bin/run it.sh": content });
  expect(run.requests[1]?.traffic).toMatchObject([{ kind: "call", name: "write" }, { kind: "result" }]);
  expect(run.requests[1]?.text).not.toContain("tool_calls_section_begin");
});

test("a call in text that lacks a field is asked for anew, natively", async () => {
  const markup = renders.kimi?.([{ name: "write", arguments: { path: "a.txt" } }]) ?? "";
  const run = await runPi({ settings, script: [say(markup), say("I will leave it."), say("Never asked.")] });
  expect(run.requests).toHaveLength(2);
  expect(run.requests[1]?.text).toContain("Text does not run");
  expect(run.requests[1]?.text).toContain("content");
  expect(run.stdout).toBe("I will leave it.\n");
});

test("calls in text are counted over the runs of a session", async () => {
  const markup = renders.kimi?.([{ name: "write", arguments: args }]) ?? "";
  await using server = await startModelServer([say(markup), say("Done."), say(markup), say("Done.")]);
  await using workspace = await makeWorkspace(server.url, { settings });
  await runPiIn(workspace, server, {});
  const run = await runPiIn(workspace, server, { args: ["-c"], prompt: ["Again.", "/toolrecovery status"] });
  expect(run.stderr).toContain("2 calls checked, 0 repaired");
  expect(run.stderr).toContain("this session 2 run, 0 not usable");
  expect((await runPiIn(workspace, server, { args: ["-c"], prompt: "/toolrecovery log" })).stderr).toMatch(
    /^\S+ from text write *\n\S+ from text write *\n$/,
  );
});

test("a stop for tool use without a call goes on", async () => {
  const run = await runPi({ script: [reply(say("I will read it."), { stop: "tools" }), say("It is done.")] });
  expect(run.requests).toHaveLength(2);
  expect(run.stdout).toBe("It is done.\n");
  expect(run.stderr).toContain("without making one");
});

describe.each(["completions", "responses", "anthropic"] as const)("anchors on %s", (shape) => {
  const tool = join(repo, "test/fixtures/pattern-tool.ts");
  const extensions = [join(repo, "src/index.ts"), tool];

  test("a model that copies them is asked without", async () => {
    const run = await runPi({ shape, extensions, settings: { anchorBleedModels: ["mock-"] }, script: [say("Done.")] });
    expect(run.requests[0]?.text).toContain(JSON.stringify("\\d+\\.\\d+"));
    expect(run.requests[0]?.text).not.toContain("^\\\\d+");
  });

  test("any other model is asked with them", async () => {
    const run = await runPi({ shape, extensions, script: [say("Done.")] });
    expect(run.requests[0]?.text).toContain(JSON.stringify("^\\d+\\.\\d+$"));
  });
});

test.runIf(hasTmux)("the terminal does not show the markup while it streams", async () => {
  const markup =
    renders["qwen3-coder"]?.([{ name: "write", arguments: { path: "a.txt", content: "line\n".repeat(20) } }]) ?? "";
  await using server = await startModelServer([
    reply(say(`Writing it now.\n\n${markup}`), { pieceMs: 40 }),
    say("All done."),
  ]);
  await using workspace = await makeWorkspace(server.url, { settings });
  await using terminal = await startTerminal(workspace, { width: 80, height: 40 });
  await terminal.type("Go.");
  await terminal.press("Enter");
  await terminal.waitFor("Writing it now.");
  const screens: string[] = [];
  for (let screen = ""; !screen.includes("All done."); screens.push(screen)) {
    screen = await terminal.screen();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(screens.filter((screen) => /<function=|<\/parameter>/.test(screen))).toEqual([]);
  expect(screens.at(-1)).toContain("a.txt");
});
