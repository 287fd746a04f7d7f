import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failingEdit, files, refusalsIn } from "./failing-calls.ts";
import {
  call,
  extension,
  makeWorkspace,
  messagesIn,
  type RecordedRequest,
  resultsOf,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startRpc,
  unpaired,
  type Workspace,
} from "./rig/index.ts";

const shapes = ["completions", "responses", "anthropic"] as const;

describe.each(shapes)("%s", (shape) => {
  test("full: output is replaced once the call ran again, and every request stays valid", async () => {
    const failingTest = call("bash", { command: "cat log; exit 1" });
    const log = `${"ok line\n".repeat(400)}error: the cause\n`;
    const script = [failingTest, failingTest, call("read", { path: "a.txt" }), failingTest, say("Done.")];
    const run = await runPi({ shape, files: { ...files, log }, settings: { failureMemory: "full" }, script });

    const sizes = run.requests.map((request) => resultTexts(request).map((text) => text.length > 2048));
    expect(sizes).toEqual([[], [true], [false, true], [false, true, false], [false, false, false, true]]);
    expect(JSON.parse(resultTexts(run.requests[2])[0] ?? "")).toMatchObject({
      failure_code: "exit_1",
      diagnostic: "error: the cause",
    });
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual(Array(5).fill([]));
    expect(resultsOf(run.messages).filter(({ text }) => text.includes("ok line"))).toHaveLength(3);
  });

  test("full: a large call that only repeats goes with its refusal", async () => {
    const big = call("edit", { path: "a.txt", edits: [{ oldText: "missing ".repeat(400), newText: "two" }] });
    const run = await runPi({
      shape,
      files,
      settings: { failureMemory: "full" },
      script: [big, big, big, say("Done.")],
    });
    expect(run.requests.map(({ traffic }) => traffic.length)).toEqual([0, 2, 2, 2]);
    expect(JSON.stringify(run.requests[3]?.body)).toContain("old_text_not_found");
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual(Array(4).fill([]));
    expect(resultsOf(run.messages)).toHaveLength(3);
  });

  test("full: requests stay valid through refusals, consolidation, a resumed session and a compaction", async () => {
    const noisy = call("bash", { command: "cat log; exit 1" });
    const bigEdit = call("edit", { path: "a.txt", edits: [{ oldText: "missing ".repeat(400), newText: "two" }] });
    const first = [
      noisy,
      [noisy, failingEdit],
      noisy,
      bigEdit,
      [bigEdit, bigEdit],
      [say("Hm."), failingEdit],
      say("One."),
    ];
    const second = [noisy, call("read", { path: "a.txt" }), noisy, say("Two.")];
    const turns = [...first, ...second, noisy, noisy, noisy, say("Three.")].values();
    await using server = await startModelServer(({ body }) =>
      hasTools(body) ? (turns.next().value ?? []) : say("Sum."),
    );
    const agentFiles = { "settings.json": JSON.stringify({ compaction: { keepRecentTokens: 300 } }) };
    const options = {
      files: { ...files, log: "ok line\n".repeat(400) },
      agentFiles,
      settings: { failureMemory: "full" },
    };
    await using workspace = await makeWorkspace(server.url, options);
    await runPiIn(workspace, server, { shape });
    await using rpc = await startRpc(workspace, { shape, args: ["-c"] });
    await rpc.prompt("Again.");
    expect(await rpc.send({ type: "compact" })).toMatchObject({ success: true });
    await rpc.prompt("And again.");
    expect(turns.next().done).toBe(true);
    expect(server.requests.flatMap(({ traffic }) => unpaired(traffic))).toEqual([]);
  });
});

describe("a session that goes on without a new user turn", () => {
  test("is restored by another process", async () => {
    await using server = await startModelServer([failingEdit, say("One."), failingEdit, failingEdit, say("Two.")]);
    await using workspace = await makeWorkspace(server.url, { files });
    await runPiIn(workspace, server, { prompt: "first" });
    const run = await runPiIn(workspace, server, { ...(await driven(workspace)), args: ["-c"], prompt: "/go" });
    expect(refusalsIn(run.messages)).toEqual([false, true, true]);
    expect(run.requests.map(({ traffic }) => unpaired(traffic))).toEqual([[], [], []]);
  });

  test("stays gated when an extension speaks for the user", async () => {
    await using server = await startModelServer([failingEdit, say("One."), failingEdit, say("Two.")]);
    await using workspace = await makeWorkspace(server.url, { files });
    const run = await runPiIn(workspace, server, { ...(await driven(workspace)), prompt: ["first", "/say Go on."] });
    expect(refusalsIn(run.messages)).toEqual([false, true]);
  });

  test("remembers what happened on its own branch", async () => {
    const once = [failingEdit, say("Done.")];
    await using server = await startModelServer([say("Hello."), ...once, ...once, ...once]);
    await using workspace = await makeWorkspace(server.url, { files });
    await using rpc = await startRpc(workspace, await driven(workspace));
    const leaf = async () => ((await rpc.send({ type: "get_entries" })).data as { leafId: string }).leafId;
    await rpc.prompt("Hi.");
    const start = await leaf();
    await rpc.prompt("/go");
    const failedThere = await leaf();
    await rpc.prompt(`/jump ${start}`);
    await rpc.prompt("/go");
    await rpc.prompt(`/jump ${failedThere}`);
    await rpc.prompt("/go");
    const results = resultsOf(messagesIn((await workspace.sessions())[0] ?? []));
    expect(results.map(({ text }) => text.startsWith('{"MUST":true'))).toEqual([false, false, true]);
  });

  test("is gated across a compaction", async () => {
    await using server = await startModelServer(({ body, traffic }) => {
      if (!hasTools(body)) return say("A summary.");
      return traffic.at(-1)?.kind === "result" ? say("Done.") : failingEdit;
    });
    const agentFiles = { "settings.json": JSON.stringify({ compaction: { keepRecentTokens: 1 } }) };
    await using workspace = await makeWorkspace(server.url, { files, agentFiles });
    await using rpc = await startRpc(workspace, await driven(workspace));
    await rpc.prompt("Hi.");
    expect(await rpc.send({ type: "compact" })).toMatchObject({ success: true });
    await rpc.prompt("/go");
    const results = resultsOf(messagesIn((await workspace.sessions())[0] ?? []));
    expect(results.map(({ text }) => text.startsWith('{"MUST":true'))).toEqual([false, true]);
    expect(server.requests.flatMap(({ traffic }) => unpaired(traffic))).toEqual([]);
  });
});

/** Loads, beside this extension, one that moves in the session and lets the model go on by a message of its own. */
async function driven(workspace: Workspace): Promise<{ readonly extensions: readonly string[] }> {
  const path = join(workspace.root, "drive.ts");
  await writeFile(path, DRIVER);
  return { extensions: [extension, path] };
}

const DRIVER = `
  export default function (pi) {
    pi.registerCommand("go", {
      description: "",
      handler: async (_args, ctx) => {
        pi.sendMessage({ customType: "go", content: "Go on.", display: false }, { triggerTurn: true });
        await new Promise((resolve) => setTimeout(resolve, 50));
        await ctx.waitForIdle();
      },
    });
    pi.registerCommand("say", {
      description: "",
      handler: async (text, ctx) => {
        pi.sendUserMessage(text);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await ctx.waitForIdle();
      },
    });
    pi.registerCommand("jump", { description: "", handler: (id, ctx) => ctx.navigateTree(id, { summarize: false }) });
  }
`;

/** Summaries are asked for without tools. */
function hasTools(body: unknown): boolean {
  return typeof body === "object" && body !== null && "tools" in body;
}

function resultTexts(request: RecordedRequest | undefined): readonly string[] {
  return (request?.traffic ?? []).flatMap((item) => (item.kind === "result" ? [item.text] : []));
}
