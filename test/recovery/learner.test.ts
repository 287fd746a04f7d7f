import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import { createEngine } from "../../src/core/engine.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import { type LearnedRepairs, openLearnedRepairs } from "../../src/memory/learned.ts";
import { createLearningRecovery, type Learner } from "../../src/recovery/learner.ts";
import { rules } from "../../src/rules/index.ts";
import { byName, recoveryWith, refuse, reply, scriptedModel, tool, tools, write } from "./scripted.ts";

const string = { type: "string" } as const;
const folders: string[] = [];
const opened: LearnedRepairs[] = [];
afterEach(async () => {
  for (const learned of opened.splice(0)) await learned.settled();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function openIn(folder?: string, now = () => 1000) {
  const root = folder ?? (await mkdtemp(join(tmpdir(), "learned-")));
  folders.push(root);
  const file = join(root, "learned.json");
  const learned = openLearnedRepairs(file, (_key, message) => expect.fail(message), now);
  opened.push(learned);
  return { file, root, learned };
}

function learnerOf(learned: LearnedRepairs, main = "p/m"): Learner {
  return {
    load: learned.load,
    apply: (target, args) => learned.apply(main, target, args),
    learn: (target, emitted, corrected) => void learned.learn(main, target, emitted, corrected),
    noteFailure: (id) => learned.note(main, id, "failed"),
  };
}

/** Renames `quux` to `path`. */
const wise = () =>
  scriptedModel(({ turns }) => {
    const [, path = "", content = ""] = /"quux":"([^"]*)","content":"([^"]*)"/.exec(turns[0]?.text ?? "") ?? [];
    return reply("write", { path, content });
  });

const slip = (index: number): ToolCall => ({
  id: `c${index}`,
  name: "write",
  arguments: { quux: `f${index}`, content: `x${index}` },
});

describe("a structural slip is paid once", () => {
  test("ten times in a row: one question", async () => {
    const { learned } = await openIn();
    const model = wise();
    const recover = createLearningRecovery(recoveryWith(model), libraryHost);
    const kinds: string[] = [];
    for (let index = 0; index < 10; index++) {
      const outcome = await recover(refuse(slip(index)), tools, undefined, learnerOf(learned));
      kinds.push(outcome.kind);
      expect(outcome.call.arguments).toEqual({ path: `f${index}`, content: `x${index}` });
    }
    expect(kinds).toEqual(["recovered", ...Array(9).fill("repaired")]);
    expect(model.questions).toHaveLength(1);
  });

  test("ten times in one message: one question", async () => {
    const { learned } = await openIn();
    const model = wise();
    const recover = createLearningRecovery(recoveryWith(model), libraryHost);
    const all = Array.from({ length: 10 }, (_, index) =>
      recover(refuse(slip(index)), tools, undefined, learnerOf(learned)),
    );
    const outcomes = await Promise.all(all);
    expect(outcomes.map(({ call }) => call.arguments.path)).toEqual(outcomes.map((_, index) => `f${index}`));
    expect(model.questions).toHaveLength(1);
  });

  test("who waits for an answer that does not come has no time of its own", async () => {
    const { learned } = await openIn();
    const model = scriptedModel(() => new Promise<string>(() => undefined));
    const recover = createLearningRecovery(recoveryWith(model, { deadlineMs: 30 }), libraryHost);
    const refused = [refuse(slip(0)), refuse(slip(1))];
    const outcomes = await Promise.all(refused.map((call) => recover(call, tools, undefined, learnerOf(learned))));
    expect(outcomes).toMatchObject([
      { recovery: { kind: "declined", gate: "endpoint" } },
      { recovery: { kind: "not-asked", why: "there was no time left to ask" } },
    ]);
    expect(model.questions).toHaveLength(1);
  });

  test("the engine applies it without asking, names it, and another session still knows it", async () => {
    const { learned, root, file } = await openIn();
    const recover = createLearningRecovery(recoveryWith(wise()), libraryHost);
    await recover(refuse(slip(1)), tools, undefined, learnerOf(learned));
    await learned.settled();
    const later = (await openIn(root)).learned;
    await later.load();
    const engine = createEngine({
      host: libraryHost,
      rules,
      switches: {},
      aliases: {},
      learned: (target) => later.rulesFor("p/m", target),
    });
    const outcome = engine.decide(slip(2), tools);
    expect(outcome).toMatchObject({ kind: "repaired", call: { arguments: { path: "f2", content: "x2" } } });
    expect(outcome.kind === "repaired" && outcome.edits[0]?.rule).toMatch(/^learned:write:[\da-f]{10}$/);
    expect(engine.decide({ name: "write", arguments: { quux: 5, content: "x" } }, tools).kind).toBe("refused");
    const text = await readFile(file, "utf8");
    expect(text).toContain("quux");
    expect(text).not.toMatch(/f1|x1/);
  });

  test("another model, another schema or another shape learn for themselves", async () => {
    const { learned } = await openIn();
    learned.learn("p/m", write, { quux: "a", content: "b" }, { path: "a", content: "b" });
    expect(learned.rulesFor("p/other", write)).toEqual([]);
    const changed = tool("write", "", { path: string, content: string, mode: string }, ["path", "content"]);
    expect(learned.rulesFor("p/m", changed)).toEqual([]);
    expect(learned.apply("p/m", write, { quux: "a", content: "b", extra: 1 })).toBeUndefined();
    expect(learned.apply("p/m", write, { quux: 7, content: "b" })).toBeUndefined();
    expect(learned.apply("p/m", write, { quux: "a", path: "c", content: "b" })).toBeUndefined();
  });
});

describe("what is learned", () => {
  const edit = tool(
    "edit",
    "",
    { path: string, edits: { type: "array", items: { type: "object", properties: { old: string, new: string } } } },
    ["path", "edits"],
  );
  test.each<[string, Tool, JsonObject, JsonObject, JsonObject, JsonObject]>([
    [
      "a rename",
      write,
      { quux: "a", content: "b" },
      { path: "a", content: "b" },
      { quux: "c", content: "d" },
      { path: "c", content: "d" },
    ],
    [
      "an opened wrapper",
      write,
      { box: { quux: "a", content: "b" } },
      { path: "a", content: "b" },
      { box: { quux: "c", content: "d" } },
      { path: "c", content: "d" },
    ],
    [
      "a wrap",
      edit,
      { path: "a", change: { old: "x", new: "y" } },
      { path: "a", edits: [{ old: "x", new: "y" }] },
      { path: "b", change: { old: "1", new: "2" } },
      { path: "b", edits: [{ old: "1", new: "2" }] },
    ],
    [
      "every item of a list",
      edit,
      {
        path: "a",
        changes: [
          { a: "x", b: "y" },
          { a: "z", b: "w" },
        ],
      },
      {
        path: "a",
        edits: [
          { old: "x", new: "y" },
          { old: "z", new: "w" },
        ],
      },
      { path: "b", changes: [{ a: "1", b: "2" }] },
      { path: "b", edits: [{ old: "1", new: "2" }] },
    ],
  ])("%s", async (_name, target, emitted, corrected, next, runs) => {
    const { learned } = await openIn();
    expect(learned.learn("p/m", target, emitted, corrected)).toMatch(/^learned:/);
    expect(learned.apply("p/m", target, next)?.args).toEqual(runs);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["a changed value", { quux: "5", content: "b" }, { path: "five", content: "b" }],
    ["a re-typed value", { quux: 5, content: "b" }, { path: "5", content: "b" }],
    ["a decoded value", { quux: '"a"', content: "b" }, { path: "a", content: "b" }],
    ["a dropped value", { quux: "a", content: "b", note: "" }, { path: "a", content: "b" }],
    ["two equal values", { quux: "a", other: "a" }, { path: "a", content: "a" }],
    ["a key that is content", { "notes/2026 plan.md": "b" }, { path: "notes/2026 plan.md", content: "b" }],
    ["nothing", { path: "a", content: "b" }, { path: "a", content: "b" }],
  ])("not %s", async (_name, emitted, corrected) => {
    const { learned } = await openIn();
    expect(learned.learn("p/m", write, emitted, corrected)).toBeUndefined();
  });
});

describe("what is forgotten", () => {
  const learnFirst = (learned: LearnedRepairs, target = write) =>
    learned.learn("p/m", target, { quux: "a", content: "b" }, { path: "a", content: "b" }) ?? "";

  test("after two failures in a row, not after one and a success", async () => {
    const { learned } = await openIn();
    const id = learnFirst(learned);
    for (const trial of ["failed", "worked", "failed"] as const) learned.note("p/m", id, trial);
    expect(learned.rulesFor("p/m", write)).toHaveLength(1);
    learned.note("p/m", id, "failed");
    expect(learned.rulesFor("p/m", write)).toEqual([]);
  });

  test("by the user", async () => {
    const { learned } = await openIn();
    const id = learnFirst(learned);
    expect(await learned.remove("p/m", id)).toBe(true);
    expect(await learned.remove("p/m", id)).toBe(false);
    expect(learned.rulesFor("p/m", write)).toEqual([]);
    expect(await learned.list()).toEqual({ "p/m": [] });
  });

  test("by the user for good: the same correction does not bring it back, here or in a later process", async () => {
    const { learned, root } = await openIn();
    await learned.remove("p/m", learnFirst(learned));
    expect(learned.learn("p/m", write, { quux: "a", content: "b" }, { path: "a", content: "b" })).toBeUndefined();
    await learned.settled();
    const later = (await openIn(root)).learned;
    await later.load();
    expect(learnFirst(later)).toBe("");
    expect(later.rulesFor("p/m", write)).toEqual([]);
  });

  test("the least recently used beyond fifty of a model", async () => {
    let now = 0;
    const { learned } = await openIn(undefined, () => ++now);
    const targets = Array.from({ length: 51 }, (_, index) =>
      tool(`write${index}`, "", { path: string, content: string }),
    );
    const [first, second] = targets.map((target) => learnFirst(learned, target));
    learned.note("p/m", first ?? "", "worked");
    learnFirst(learned, tool("one_more", "", { path: string, content: string }));
    const ids = (await learned.list())["p/m"]?.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(50);
    expect(ids).not.toContain(second);
    expect(byName(targets).size).toBe(51);
  });
});
