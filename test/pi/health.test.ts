import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fauxToolCall } from "@earendil-works/pi-ai";
import { expect, test } from "vitest";
import { type PiSession, startSession } from "./session.ts";

const slip = fauxToolCall("write", { file_path: "a.txt", content: "x" });

async function complete({ session }: PiSession, prefix: string): Promise<readonly string[] | null> {
  const command = session.extensionRunner.getCommand("toolrule-remove");
  return (await command?.getArgumentCompletions?.(prefix))?.map(({ value }) => value) ?? null;
}

test("a rule is completed, taken away, and completed no more", async () => {
  await using pi = await startSession({ replies: [slip, slip, slip] });
  await pi.prompt();
  expect(await complete(pi, "")).toEqual(["mock/main "]);
  expect(await complete(pi, "mock/main ")).toEqual(["mock/main rename-alias"]);
  expect(await complete(pi, "other")).toBeNull();

  await pi.prompt("/toolrule-remove mock/main rename-alias");
  expect(pi.notices.at(-1)).toContain('mock/main will not be taught "rename-alias" again');
  expect(await complete(pi, "")).toBeNull();
  await pi.prompt("/toolhealth");
  expect(pi.notices.at(-1)).toMatch(/removed +rename-alias/);
  expect(pi.errors).toEqual([]);
});

test.each([
  ["", "Usage: /toolrule-remove <provider/model> <rule>"],
  ["mock/main", "Usage: /toolrule-remove <provider/model> <rule>"],
  ["mock/main no-such-rule", 'mock/main has no rule "no-such-rule". /toolhealth lists what there is.'],
  ["main rename-alias", 'main has no rule "rename-alias". /toolhealth lists what there is.'],
])("/toolrule-remove %s", async (args, says) => {
  await using pi = await startSession({ replies: [] });
  await pi.prompt(`/toolrule-remove ${args}`);
  expect(pi.notices.at(-1)).toBe(says);
});

test.each([
  ["damaged", "{oops", "was damaged"],
  ["of a newer version", '{"version":99,"data":{}}', "newer version"],
])("a state file that is %s is reported, and the call is repaired all the same", async (_what, text, says) => {
  await using pi = await startSession({ replies: [slip], agentFiles: { "state/tool-recovery/adaptation.json": text } });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(pi.notices.join("\n")).toContain(says);
  expect(pi.errors).toEqual([]);
});

test("a state folder that cannot be made is reported once, and nothing else happens", async () => {
  await using pi = await startSession({
    replies: [slip, slip],
    agentFiles: { state: "a file where the folder should be" },
  });
  await pi.prompt();
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(pi.notices.filter((notice) => notice.includes("adaptation.json could not be written"))).toHaveLength(1);
  expect(pi.errors).toEqual([]);
});

test("no value of a call gets into the state", async () => {
  const secret = fauxToolCall("write", {
    file_path: "SECRET-NAME.txt",
    content: "SECRET-CONTENT",
    SECRETKEY: "SECRET-VALUE",
  });
  await using pi = await startSession({ replies: [secret, secret, secret] });
  await pi.prompt();
  const state = await readFile(join(pi.agentDir, "state/tool-recovery/adaptation.json"), "utf8");
  expect(state).not.toMatch(/SECRET-/);
});

test("machines read what each model did, and what other parts tell", async () => {
  await using pi = await startSession({ replies: [slip] });
  await pi.prompt();
  await pi.prompt("/toolhealth --json");
  expect(JSON.parse(pi.notices.at(-1) ?? "")).toMatchObject({
    version: 1,
    models: [{ provider: "mock", model: "main", calls: 1, repaired: 1 }],
    failures: [],
  });
});
