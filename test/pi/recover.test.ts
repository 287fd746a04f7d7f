import { fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { expect, test, vi } from "vitest";
import type { Recover } from "../../src/core/decide.ts";
import { type App, createApp } from "../../src/pi/app.ts";
import { commands } from "../../src/pi/commands.ts";
import { repairCalls } from "../../src/pi/repair.ts";
import { assistantCalls, repairs, results, startSession } from "./session.ts";

const cost = { model: "groq/small", inputTokens: 90, outputTokens: 12, cost: 0.001, ms: 40 };
const edits = [{ rule: "recovery", level: "key", path: "/path", before: "quux", after: "path" }] as const;

/** A recovery that knows what `quux` meant. */
const wellMeant: Recover = async ({ call }) => ({
  kind: "recovered",
  call: { ...call, name: "write", arguments: { path: String(call.arguments.quux), content: "x" } },
  edits,
  findings: [],
  cost,
});

function withRecovery(recover: Recover, see: (app: App) => void = () => undefined): ExtensionFactory {
  return (pi) => {
    const app = createApp(pi);
    app.plugs.recover = recover;
    repairCalls(app);
    commands(app);
    see(app);
  };
}

const refusedCall = (path: string) => fauxToolCall("write", { quux: path });

test("what recovery brings is committed like a repair, with what it cost", async () => {
  await using pi = await startSession({ extension: withRecovery(wellMeant), replies: [refusedCall("a.txt")] });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(assistantCalls(pi)).toMatchObject([{ arguments: { path: "a.txt", content: "x" } }]);
  expect(repairs(pi)).toMatchObject([{ outcome: "recovered", rules: ["recovery"], recovery: cost }]);
});

test("an unknown tool may be recovered into another", async () => {
  await using pi = await startSession({
    extension: withRecovery(wellMeant),
    replies: [fauxToolCall("zzz_quux", { quux: "a.txt" })],
  });
  await pi.prompt();
  expect(await pi.file("a.txt")).toBe("x");
  expect(repairs(pi)).toMatchObject([{ tool: "write", originalName: "zzz_quux", outcome: "recovered" }]);
});

test("a declined answer leaves the refusal, and the diagnostics name the gate", async () => {
  const recover: Recover = async (refused) => ({
    ...refused,
    recovery: { kind: "declined", gate: "invented", reason: "a value nobody sent", cost },
  });
  await using pi = await startSession({ extension: withRecovery(recover), replies: [refusedCall("a.txt")] });
  await pi.prompt();
  expect(results(pi)).toMatchObject([{ isError: true }]);
  expect(repairs(pi)).toMatchObject([{ outcome: "refused", gate: "invented", recovery: cost }]);
});

test("a defect of recovery leaves the refusal and is said once", async () => {
  const recover: Recover = () => Promise.reject(new Error("boom"));
  await using pi = await startSession({
    extension: withRecovery(recover),
    replies: [refusedCall("a.txt"), refusedCall("b.txt")],
  });
  await pi.prompt();
  expect(results(pi)).toMatchObject([{ isError: true }, { isError: true }]);
  expect(pi.notices).toEqual(["Tool recovery: Recovery failed: boom"]);
});

test("valid and repaired calls are never handed to recovery", async () => {
  const recover = vi.fn(wellMeant);
  await using pi = await startSession({
    extension: withRecovery(recover),
    settings: { aliases: { write: { path: ["zpath"] } } },
    replies: [
      [
        fauxToolCall("write", { path: "a.txt", content: "x" }),
        fauxToolCall("write", { zpath: "b.txt", content: "y" }),
        refusedCall("c.txt"),
        refusedCall("d.txt"),
      ],
    ],
  });
  await pi.prompt();
  expect(recover.mock.calls.map(([{ call }]) => call.arguments.quux ?? call.arguments)).toHaveLength(2);
  expect(await pi.file("d.txt")).toBe("x");
});

test("an abort ends the waiting at once, though recovery does not listen", async () => {
  const recover = vi.fn<Recover>(() => new Promise(() => undefined));
  await using pi = await startSession({ extension: withRecovery(recover), replies: [refusedCall("a.txt")] });
  const run = pi.prompt();
  await vi.waitFor(() => expect(recover).toHaveBeenCalled());
  await pi.session.abort();
  await run;
  expect(await pi.file("a.txt")).toBeUndefined();
});

test("when the user switches off while recovery works, nothing is changed", async () => {
  let app: App | undefined;
  const recover: Recover = async (...args) => {
    await app?.changeSettings({ enabled: false });
    return wellMeant(...args);
  };
  const extension = withRecovery(recover, (created) => {
    app = created;
  });
  await using pi = await startSession({ extension, replies: [refusedCall("a.txt")] });
  await pi.prompt();
  expect(assistantCalls(pi)).toMatchObject([{ arguments: { quux: "a.txt" } }]);
  expect(repairs(pi)).toEqual([]);
  expect(results(pi)).toMatchObject([{ isError: true, text: expect.stringContaining("Received arguments") }]);
});

test("observing asks nobody", async () => {
  const recover = vi.fn(wellMeant);
  await using pi = await startSession({
    extension: withRecovery(recover),
    settings: { mode: "observe" },
    replies: [refusedCall("a.txt")],
  });
  await pi.prompt();
  expect(recover).not.toHaveBeenCalled();
});

test("a listener that fails does not disturb the turn or the others", async () => {
  const heard = vi.fn();
  const extension = withRecovery(wellMeant, ({ decisions }) => {
    decisions.subscribe(() => {
      throw new Error("deaf");
    });
    decisions.subscribe(heard);
  });
  await using pi = await startSession({ extension, replies: [refusedCall("a.txt"), refusedCall("b.txt")] });
  await pi.prompt();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(heard.mock.calls[0]).toMatchObject([
    [{ provider: "mock", model: "main", source: "native", sent: { arguments: { quux: "a.txt" } } }],
  ]);
  expect(await pi.file("b.txt")).toBe("x");
  expect(pi.notices).toEqual(["Tool recovery: A listener of decisions failed: deaf"]);
});

test("a hook that fails is said once and leaves the message as it was", async () => {
  const extension: ExtensionFactory = (api) => {
    const app = createApp(api);
    app.on("message_end", () => {
      throw new Error("sync");
    });
    app.on("turn_end", async () => {
      throw new Error("async");
    });
    app.on("tool_call", () => {
      throw new Error("gate");
    });
    repairCalls(app);
  };
  await using pi = await startSession({
    extension,
    replies: [
      fauxToolCall("write", { path: "a.txt", content: "x" }),
      fauxToolCall("write", { path: "b.txt", content: "y" }),
    ],
  });
  await pi.prompt();
  expect([await pi.file("a.txt"), await pi.file("b.txt")]).toEqual(["x", "y"]);
  expect(pi.errors).toEqual([]);
  expect(pi.notices.toSorted()).toEqual([
    "Tool recovery: The message_end hook failed: sync",
    "Tool recovery: The tool_call hook failed: gate",
    "Tool recovery: The turn_end hook failed: async",
  ]);
});
