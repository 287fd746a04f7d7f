import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fauxToolCall } from "@earendil-works/pi-ai";
import { expect, test } from "vitest";
import { type PiSession, startSession } from "./session.ts";

const settings = { teach: false, aliases: { write: { path: ["zpath"] } } };

async function said(pi: PiSession, command: string): Promise<string> {
  const before = pi.notices.length;
  await pi.prompt(command);
  return pi.notices.slice(before).join("\n");
}

const onDisk = async (pi: PiSession) => JSON.parse(await readFile(join(pi.agentDir, "tool-recovery.json"), "utf8"));

test("status tells what is on and what happened", async () => {
  await using pi = await startSession({
    settings,
    replies: [
      [fauxToolCall("write", { zpath: "a.txt", content: "x" }), fauxToolCall("zzz_quux", {})],
      fauxToolCall("write", { path: "b.txt", content: "y" }),
    ],
  });
  await pi.prompt();
  const status = await said(pi, "/toolrecovery status");
  expect(status).toContain("Tool recovery is on.");
  expect(status).toContain("Recovery model: none, rules only.");
  expect(status).toContain("3 calls checked, 1 repaired, 0 recovered, 1 refused");
  expect(await said(pi, "/toolrecovery")).toBe(status);
});

test("off leaves every call as it is, on repairs again, and both are kept", async () => {
  const broken = fauxToolCall("write", { zpath: "a.txt", content: "x" });
  await using pi = await startSession({ settings, replies: [broken, "Done.", broken] });
  expect(await said(pi, "/toolrecovery off")).toContain("off");
  expect(await onDisk(pi)).toEqual({ ...settings, enabled: false });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBeUndefined();
  expect(await said(pi, "/toolrecovery status")).toContain("Tool recovery is off.");
  expect(await said(pi, "/toolrecovery ON")).toContain("on");
  expect(await onDisk(pi)).toEqual({ ...settings, enabled: true });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
});

test.each(["/toolrecovery maybe", "/toolrecovery on now", "/toolrecovery status please"])(
  "%s gets the usage",
  async (command) => {
    await using pi = await startSession({ replies: [] });
    const answer = await said(pi, command);
    expect(answer).toMatch(/^Usage:/);
    for (const word of ["on", "off", "status"]) expect(answer).toContain(`/toolrecovery ${word}:`);
  },
);

test("the environment has the last word, and says so", async () => {
  await using pi = await startSession({ replies: [], env: { PI_TOOL_REPAIR_DISABLED: "1" } });
  expect(await said(pi, "/toolrecovery on")).toContain("PI_TOOL_REPAIR_DISABLED is set");
});

test("a model is chosen by name, shown, and cleared", async () => {
  await using pi = await startSession({ replies: [] });
  expect(await said(pi, "/toolrecovery-model mock/main")).toBe("Recovery model: mock/main");
  expect(await onDisk(pi)).toEqual({ model: { provider: "mock", id: "main" } });
  expect(await said(pi, "/toolrecovery status")).toContain("Recovery model: mock/main");
  expect(await said(pi, "/toolrecovery-model")).toMatch(/Recovery model: mock\/main\nUsage: /);
  expect(await said(pi, "/toolrecovery-model none")).toContain("none, rules only");
  expect(await onDisk(pi)).toEqual({ model: null });
  expect(await said(pi, "/toolrecovery-model main")).toBe("Recovery model: mock/main");
});

test("an unknown model changes nothing and names near ones", async () => {
  await using pi = await startSession({ replies: [], settings: { model: { provider: "mock", id: "main" } } });
  expect(await said(pi, "/toolrecovery-model mock/mai")).toContain("Did you mean mock/main?");
  expect(await said(pi, "/toolrecovery-model nobody/nothing-at-all")).toContain("is no model pi knows");
  expect(await onDisk(pi)).toEqual({ model: { provider: "mock", id: "main" } });
});

test("an endpoint of the environment comes first; neither its key nor a password in its address is shown", async () => {
  await using pi = await startSession({
    replies: [],
    env: {
      TOOLRECOVERY_BASE_URL: "http://user:hunter2@127.0.0.1:1/v1?key=hunter3",
      TOOLRECOVERY_API_KEY: "hunter4",
      TOOLRECOVERY_MODEL_ID: "small",
    },
  });
  const answers = [await said(pi, "/toolrecovery-model mock/main"), await said(pi, "/toolrecovery status")].join("\n");
  expect(answers).toContain("small at http://127.0.0.1:1/v1 (TOOLRECOVERY_BASE_URL)");
  expect(answers).toContain("Not used for now");
  expect(answers).not.toMatch(/hunter/);
  expect(await onDisk(pi)).toEqual({ model: { provider: "mock", id: "main" } });
});

test("completions", async () => {
  await using pi = await startSession({ replies: [] });
  const complete = async (command: string, prefix: string) => {
    const found = pi.session.extensionRunner.getRegisteredCommands().find(({ name }) => name === command);
    return (await found?.getArgumentCompletions?.(prefix))?.map(({ value }) => value) ?? null;
  };
  expect(await complete("toolrecovery", "o")).toEqual(["on", "off"]);
  expect(await complete("toolrecovery", "")).toEqual(expect.arrayContaining(["on", "off", "status"]));
  expect(await complete("toolrecovery", "xyz")).toBeNull();
  expect(await complete("toolrecovery", "status")).toBeNull();
  expect(await complete("toolrecovery", "on ")).toBeNull();
  expect(await complete("toolrecovery-model", "")).toEqual(["none", "mock/main"]);
  expect(await complete("toolrecovery-model", "mock/main")).toBeNull();
  expect(await complete("toolrecovery-model", "ma")).toEqual(["mock/main"]);
});

test("the counts of a session go on after it is resumed", async () => {
  await using pi = await startSession({ settings, replies: [fauxToolCall("write", { zpath: "a.txt", content: "x" })] });
  await pi.prompt();
  await pi.session.reload();
  expect(await said(pi, "/toolrecovery status")).toContain("1 calls checked, 1 repaired");
});

test("a broken settings file is set aside with one notice, and everything works", async () => {
  await using pi = await startSession({
    settings: "{ broken",
    replies: [fauxToolCall("write", { path: "a.txt", content: "x" })],
  });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(pi.notices).toEqual([expect.stringContaining(".corrupt-")]);
});
