import { describe, expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/core/call.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import type { Answer } from "../../src/recovery/port.ts";
import { recoveryWith, refuse, reply, scriptedModel, tools, write } from "./scripted.ts";

const broken = (path: string, id = path): ToolCall => ({ id, name: "write", arguments: { quux: path, content: "b" } });
const good = (path: string) => reply("write", { path, content: "b" });
const down: Answer = { kind: "failed", reason: "it answered HTTP 500" };

/** Answers every question rightly. */
const wise = () => scriptedModel(({ turns }) => good(/"quux":"([^"]+)"/.exec(turns[0]?.text ?? "")?.[1] ?? ""));

describe("the deadline", () => {
  test("ends a question whose model does not listen", async () => {
    const model = scriptedModel(() => new Promise<string>(() => undefined));
    const outcome = await recoveryWith(model, { deadlineMs: 30 }).recover(refuse(broken("a")), tools, undefined);
    expect(outcome).toMatchObject({
      kind: "refused",
      recovery: { kind: "declined", gate: "endpoint", reason: "it did not answer in time" },
    });
  });

  test("covers the second attempt, and the first one's gate is named", async () => {
    const model = scriptedModel((_question, index) => (index === 0 ? "no JSON" : new Promise<string>(() => undefined)));
    const outcome = await recoveryWith(model, { deadlineMs: 50 }).recover(refuse(broken("a")), tools, undefined);
    expect(outcome).toMatchObject({ recovery: { gate: "reply" } });
  });

  test("an abort ends it at once and is no failure of the endpoint", async () => {
    const recovery = recoveryWith(scriptedModel(() => new Promise<string>(() => undefined)));
    const user = new AbortController();
    const pending = recovery.recover(refuse(broken("a")), tools, user.signal);
    await new Promise((later) => setTimeout(later, 5));
    user.abort();
    expect(await pending).toMatchObject({ kind: "refused", recovery: { gate: "aborted" } });
    expect(recovery.breaker()).toEqual({ kind: "closed", failures: 0 });
  });
});

describe("several calls of one message", () => {
  test("are asked about four at a time", async () => {
    let running = 0;
    let most = 0;
    const model = scriptedModel(async ({ turns }) => {
      most = Math.max(most, ++running);
      await new Promise((later) => setTimeout(later, 5));
      running--;
      return good(/"quux":"([^"]+)"/.exec(turns[0]?.text ?? "")?.[1] ?? "");
    });
    const recovery = recoveryWith(model);
    const calls = Array.from({ length: 10 }, (_, index) => broken(`f${index}`));
    const outcomes = await Promise.all(calls.map((call) => recovery.recover(refuse(call), tools, undefined)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill("recovered"));
    expect(most).toBe(4);
  });

  test("identical ones share one question, each under its own id, paid once", async () => {
    const model = wise();
    const recovery = recoveryWith(model);
    const outcomes = await Promise.all(
      ["c1", "c2"].map((id) => recovery.recover(refuse(broken("a", id)), tools, undefined)),
    );
    expect(model.questions).toHaveLength(1);
    expect(outcomes.map(({ call }) => call.id)).toEqual(["c1", "c2"]);
    expect(outcomes.map((outcome) => outcome.kind === "recovered" && outcome.cost.inputTokens)).toEqual([100, 0]);
  });

  test("those that wait too long for a place are not asked about", async () => {
    const model = scriptedModel(() => new Promise<string>(() => undefined));
    const recovery = recoveryWith(model, { deadlineMs: 30 });
    const refused = Array.from({ length: 6 }, (_, index) => refuse(broken(`f${index}`)));
    const outcomes = await Promise.all(refused.map((call) => recovery.recover(call, tools, undefined)));
    expect(model.questions).toHaveLength(4);
    expect(outcomes.map(gateOf)).toEqual([...Array(4).fill("endpoint"), "not-asked", "not-asked"]);
  });
});

describe("the breaker", () => {
  test("opens after three failures, lets one question through after a minute, and closes when it is answered", async () => {
    let now = 0;
    let answer: Answer | string = down;
    const model = scriptedModel(() => answer);
    const recovery = recoveryWith(model, { now: () => now });
    const ask = (path: string) => recovery.recover(refuse(broken(path)), tools, undefined);
    for (const path of ["a", "b", "c"]) expect(gateOf(await ask(path))).toBe("endpoint");
    expect(recovery.breaker()).toEqual({ kind: "open", seconds: 60 });
    expect(gateOf(await ask("d"))).toBe("not-asked");
    expect(model.questions).toHaveLength(3);
    now = 60_001;
    expect(recovery.breaker()).toEqual({ kind: "half-open" });
    expect(gateOf(await ask("e"))).toBe("endpoint");
    expect(recovery.breaker()).toEqual({ kind: "open", seconds: 60 });
    now = 120_003;
    answer = good("f");
    expect((await ask("f")).kind).toBe("recovered");
    expect(recovery.breaker()).toEqual({ kind: "closed", failures: 0 });
  });

  test("answers that do not pass are no failures", async () => {
    const recovery = recoveryWith(scriptedModel(() => "no JSON"));
    for (const path of ["a", "b", "c", "d"]) await recovery.recover(refuse(broken(path)), tools, undefined);
    expect(recovery.breaker()).toEqual({ kind: "closed", failures: 0 });
  });
});

describe("the modes", () => {
  test("what the endpoint refuses is left for the next mode, once", async () => {
    const model = scriptedModel(({ mode }) =>
      mode === "json" ? good("a") : { kind: "mode-refused", reason: "HTTP 400" },
    );
    const recovery = recoveryWith(model);
    expect((await recovery.recover(refuse(broken("a")), tools, undefined)).kind).toBe("recovered");
    expect((await recovery.recover(refuse(broken("a")), tools, undefined)).kind).toBe("recovered");
    expect(model.questions.map(({ mode }) => mode)).toEqual(["schema", "guided", "json", "json"]);
  });

  test("an endpoint that refuses every question fails once, and nothing is remembered", async () => {
    const model = scriptedModel(({ mode }) => (mode === "plain" ? down : { kind: "mode-refused", reason: "HTTP 400" }));
    const recovery = recoveryWith(model);
    expect(gateOf(await recovery.recover(refuse(broken("a")), tools, undefined))).toBe("endpoint");
    expect(recovery.breaker()).toEqual({ kind: "closed", failures: 1 });
    await recovery.recover(refuse(broken("b")), tools, undefined);
    expect(model.questions.map(({ mode }) => mode).slice(4)).toEqual(["schema", "guided", "json", "plain"]);
  });
});

test("without a place in the budget nobody is asked", async () => {
  const model = wise();
  const recovery = recoveryWith(model, { spend: () => "used up" });
  expect(await recovery.recover(refuse(broken("a")), tools, undefined)).toMatchObject({
    recovery: { kind: "not-asked", why: "used up" },
  });
  expect(model.questions).toEqual([]);
});

test.each([
  ["truncated", "the text ends inside a string"],
  ["too-large", "too much"],
] as const)("a %s call is never asked about", async (code, reason) => {
  const model = wise();
  const refused = { ...refuse(broken("a")), failure: { code, reason } };
  expect(gateOf(await recoveryWith(model).recover(refused, tools, undefined))).toBe("not-asked");
  expect(model.questions).toEqual([]);
});

test("who watches hears of the beginning and of every end", async () => {
  const done = vi.fn();
  const watch = vi.fn(() => done);
  await recoveryWith(wise(), { watch }).recover(refuse(broken("a")), tools, undefined);
  await recoveryWith(
    scriptedModel(() => down),
    { watch },
  ).recover(refuse(broken("b")), tools, undefined);
  const user = new AbortController();
  const hanging = scriptedModel(() => new Promise<string>(() => undefined));
  const pending = recoveryWith(hanging, { watch }).recover(refuse(broken("c")), tools, user.signal);
  setTimeout(() => user.abort(), 5);
  await pending;
  expect(watch.mock.calls).toEqual([["write"], ["write"], ["write"]]);
  expect(done).toHaveBeenCalledTimes(3);
});

test("the answer's schema asks for the tool's own arguments, or handles", async () => {
  const model = wise();
  const long = "x y ".repeat(100);
  await recoveryWith(model).recover(
    refuse({ name: "write", arguments: { quux: "a", content: long } }),
    tools,
    undefined,
  );
  expect(model.questions[0]?.schema).toMatchObject({
    properties: {
      toolName: { enum: [write.name, "none"] },
      args: { properties: { content: { anyOf: [{ type: "string" }, { required: ["$value"] }] } } },
    },
  });
});

function gateOf(outcome: Outcome): string {
  if (outcome.kind !== "refused") return outcome.kind;
  return outcome.recovery.kind === "declined" ? outcome.recovery.gate : outcome.recovery.kind;
}
