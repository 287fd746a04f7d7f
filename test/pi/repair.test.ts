import { type AssistantMessage, fauxAssistantMessage, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import toolRecovery from "../../src/index.ts";
import { assistantCalls, repairs, results, startSession } from "./session.ts";

/** Names no rule knows, so that these tests say nothing about the rules. */
const settings = { aliases: { write: { path: ["zpath"], content: ["zbody"] }, read: { path: ["zpath"] } } };
const broken = (path: string, content = "x") => fauxToolCall("write", { zpath: path, zbody: content });

/** An extension that changes each assistant message before ours sees it, as a provider might have sent it. */
function rewrite(change: (message: AssistantMessage) => AssistantMessage): ExtensionFactory {
  return (pi) => {
    pi.on("message_end", ({ message }) => (message.role === "assistant" ? { message: change(message) } : undefined));
  };
}

function malformed(name: string, text: string) {
  return { ...fauxToolCall(name, {}), argumentsError: `Unexpected token\n\nReceived arguments:\n${text}` };
}

test("a broken call runs as meant, and the session holds only the corrected call", async () => {
  await using pi = await startSession({ settings, replies: [broken("a.txt")] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(assistantCalls(pi)).toMatchObject([{ name: "write", arguments: { path: "a.txt", content: "x" } }]);
  expect(results(pi)).toMatchObject([{ isError: false }]);
  expect(pi.errors).toEqual([]);
});

test("the diagnostics of the message name the change and hold no value", async () => {
  await using pi = await startSession({ settings, replies: [broken("secret-name.txt", "secret-body")] });
  await pi.prompt();
  const [call] = assistantCalls(pi);
  expect(repairs(pi)).toMatchObject([
    {
      version: 1,
      callId: call?.id,
      tool: "write",
      originalName: "write",
      source: "native",
      outcome: "repaired",
      rules: ["user-alias"],
      changes: [
        { rule: "user-alias", level: "key", path: "/path" },
        { rule: "user-alias", level: "key", path: "/content" },
      ],
    },
  ]);
  expect(JSON.stringify(repairs(pi))).not.toContain("secret");
});

test("a valid message stays as it is", async () => {
  const seen: unknown[] = [];
  const look: ExtensionFactory = (api) => {
    api.on("message_end", ({ message }) => {
      if (message.role === "assistant") seen.push(message);
    });
  };
  await using pi = await startSession({
    replies: [fauxToolCall("write", { path: "a.txt", content: "x" })],
    before: [look],
    after: [look],
  });
  await pi.prompt();
  expect(seen[0]).toBe(seen[1]);
  expect(seen[0]).not.toHaveProperty("diagnostics");
  expect(await pi.file("a.txt")).toBe("x");
});

test("of parallel calls only the broken ones change", async () => {
  await using pi = await startSession({
    settings,
    replies: [[broken("a.txt"), fauxToolCall("write", { path: "b.txt", content: "y" }), broken("c.txt", "z")]],
  });
  await pi.prompt();
  expect([await pi.file("a.txt"), await pi.file("b.txt"), await pi.file("c.txt")]).toEqual(["x", "y", "z"]);
  expect(repairs(pi).map((details) => details?.callId)).toEqual([assistantCalls(pi)[0]?.id, assistantCalls(pi)[2]?.id]);
});

test.each(["length", "error", "aborted"] as const)("a message that ended with %s is left alone", async (stopReason) => {
  await using pi = await startSession({ settings, replies: [fauxAssistantMessage(broken("a.txt"), { stopReason })] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBeUndefined();
  expect(assistantCalls(pi)).toMatchObject([{ arguments: { zpath: "a.txt" } }]);
  expect(repairs(pi)).toEqual([]);
});

test("the arguments are corrected in the same object, from which the terminal draws the row", async () => {
  let drawn: unknown;
  await using pi = await startSession({
    settings,
    replies: [broken("a.txt")],
    before: [
      (api) =>
        void api.on("message_end", ({ message }) => {
          if (message.role !== "assistant") return;
          for (const part of message.content) if (part.type === "toolCall") drawn = part.arguments;
        }),
    ],
  });
  await pi.prompt();
  expect(drawn).toEqual({ path: "a.txt", content: "x" });
  expect(assistantCalls(pi)[0]?.arguments).toBe(drawn);
});

test("what the provider attached to a call stays, and argumentsError goes", async () => {
  await using pi = await startSession({
    replies: [malformed("write", '{"path": "a.txt", "content": "x",}')],
    before: [
      rewrite((message) => ({
        ...message,
        content: message.content.map((part) =>
          part.type === "toolCall" ? { ...part, thoughtSignature: "sig" } : part,
        ),
      })),
    ],
  });
  await pi.prompt();
  expect(assistantCalls(pi)[0]).toMatchObject({ thoughtSignature: "sig", arguments: { path: "a.txt", content: "x" } });
  expect(assistantCalls(pi)[0]).not.toHaveProperty("argumentsError");
  expect(await pi.file("a.txt")).toBe("x");
});

test("empty and repeated call ids become unique", async () => {
  await using pi = await startSession({
    settings,
    replies: [
      [
        { ...broken("a.txt"), id: "" },
        { ...fauxToolCall("write", { path: "b.txt", content: "y" }), id: "one" },
        { ...broken("c.txt", "z"), id: "one" },
      ],
    ],
  });
  await pi.prompt();
  const ids = assistantCalls(pi).map(({ id }) => id);
  expect(ids[1]).toBe("one");
  expect(new Set(ids).size).toBe(3);
  expect(ids.every((id) => /^\w+$/.test(id))).toBe(true);
  expect([await pi.file("a.txt"), await pi.file("b.txt"), await pi.file("c.txt")]).toEqual(["x", "y", "z"]);
  expect(repairs(pi).map((details) => details?.callId)).toEqual([ids[0], ids[2]]);
});

test("malformed text that cannot be restored is refused without an echo of it", async () => {
  const text = `{"path": "a.txt", "content": "${"long ".repeat(5_000)}`;
  await using pi = await startSession({ replies: [malformed("write", text)] });
  await pi.prompt();
  const [result] = results(pi);
  expect(result?.isError).toBe(true);
  expect(result?.text).toMatch(/^Invalid arguments for tool "write": /);
  expect(result?.text.length).toBeLessThan(1_300);
  expect(await pi.file("a.txt")).toBeUndefined();
  expect(repairs(pi)).toMatchObject([{ outcome: "refused", failure: "truncated", gate: null, recovery: null }]);
});

test("a call that pi would run with another meaning does not run", async () => {
  await using pi = await startSession({ replies: [fauxToolCall("write", { path: "a.txt", content: null })] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBeUndefined();
  expect(results(pi)).toMatchObject([{ isError: true, text: expect.stringContaining("content: null") }]);
});

test("an unknown tool is answered in our words", async () => {
  await using pi = await startSession({ replies: [fauxToolCall("zzz_quux", { a: 1 })] });
  await pi.prompt();
  expect(results(pi)).toMatchObject([
    { isError: true, toolName: "zzz_quux", text: expect.stringContaining("`write`") },
  ]);
  expect(repairs(pi)).toMatchObject([{ outcome: "refused", failure: "unknown-tool" }]);
});

test("an undeclared key that pi ignores is reported, and the call runs as it is", async () => {
  await using pi = await startSession({
    files: { "a.txt": "text" },
    replies: [fauxToolCall("read", { path: "a.txt", quux: 1 })],
  });
  await pi.prompt();
  expect(assistantCalls(pi)).toMatchObject([{ arguments: { path: "a.txt", quux: 1 } }]);
  expect(repairs(pi)).toMatchObject([{ outcome: "reported", findings: [{ path: "/quux" }] }]);
});

test.each<Record<string, string>>([
  { path: "a.txt", oldText: "hello", newText: "bye" },
  { path: "a.txt", edits: '[{"oldText":"hello","newText":"bye"}]' },
])("what the edit tool's own shim accepts stays untouched: %j", async (sent) => {
  await using pi = await startSession({ files: { "a.txt": "hello" }, replies: [fauxToolCall("edit", sent)] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("bye");
  expect(repairs(pi)).toEqual([]);
});

test("a second pass changes nothing", async () => {
  const replies = [[broken("a.txt"), malformed("read", '{"path": "a'), fauxToolCall("zzz_quux", {})]];
  await using once = await startSession({ settings, replies });
  await once.prompt();
  await using twice = await startSession({ settings, replies, after: [toolRecovery] });
  await twice.prompt();
  const calls = (pi: typeof once) => assistantCalls(pi).map(({ id: _, ...call }) => call);
  expect(calls(twice)).toEqual(calls(once));
  expect(results(twice)).toEqual(results(once));
  expect(repairs(twice)).toHaveLength(3);
  expect(twice.notices).toContainEqual(expect.stringContaining("is loaded too"));
});

test("permission gates see the corrected call", async () => {
  const seen: unknown[] = [];
  const gate: ExtensionFactory = (pi) => {
    pi.on("tool_call", ({ input }) => {
      seen.push({ ...input });
      return { block: true, reason: "not allowed" };
    });
  };
  await using pi = await startSession({ settings, replies: [broken("a.txt")], before: [gate] });
  await pi.prompt();
  expect(seen).toEqual([{ path: "a.txt", content: "x" }]);
  expect(await pi.file("a.txt")).toBeUndefined();
});

test.each<[string, Parameters<typeof startSession>[0]]>([
  ["enabled: false", { replies: [], settings: { ...settings, enabled: false } }],
  ["the environment", { replies: [], settings, env: { PI_TOOL_REPAIR_DISABLED: "TRUE" } }],
  ["the tool's own switch", { replies: [], settings: { ...settings, tools: { write: "off" } } }],
  ["observing", { replies: [], settings: { ...settings, mode: "observe" } }],
])("nothing is changed with %s", async (_name, options) => {
  await using pi = await startSession({ ...options, replies: [[{ ...broken("a.txt"), id: "one" }]] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBeUndefined();
  expect(assistantCalls(pi)).toMatchObject([{ id: "one", arguments: { zpath: "a.txt", zbody: "x" } }]);
  expect(repairs(pi)).toEqual([]);
  expect(results(pi)).toMatchObject([
    { isError: true, text: expect.stringMatching(/^Validation failed for tool "write"/) },
  ]);
});

test("observing counts and lists what would have been done", async () => {
  await using pi = await startSession({ settings: { ...settings, mode: "observe" }, replies: [broken("a.txt")] });
  await pi.prompt();
  await pi.prompt("/toolrecovery status");
  await pi.prompt("/toolrecovery log");
  const said = pi.notices.join("\n");
  expect(said).toContain("1 calls checked, 1 repaired");
  expect(said).toMatch(/repaired +write .* · only observed/);
});
