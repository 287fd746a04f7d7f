import { expect, test, vi } from "vitest";
import { decideMessage, type Recover, type Refused } from "../../src/core/decide.ts";
import type { Outcome } from "../../src/core/outcome.ts";

const refused = (name: string): Refused => ({
  kind: "refused",
  call: { name, arguments: {} },
  failure: { code: "unknown-tool", name, near: [] },
  feedback: "",
  recovery: { kind: "not-asked", why: "" },
});
/** Knows every tool but those whose name begins with `x`. */
const engine = {
  decide: (call: { readonly name: string; readonly arguments: object }): Outcome =>
    call.name.startsWith("x") ? refused(call.name) : { kind: "untouched", call: { name: call.name, arguments: {} } },
};
const calls = (...names: readonly string[]) => names.map((name) => ({ name, arguments: {} }));
const kinds = (outcomes: readonly Outcome[]) => outcomes.map(({ kind, call }) => `${kind} ${call.name}`);
const tools = new Map();

test("rules decide first; recovery is asked about what they refuse, all of it at once", async () => {
  const asked: string[] = [];
  const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
  const recover: Recover = async ({ call }) => {
    asked.push(call.name);
    if (asked.length === 2) resolve();
    await bothAsked;
    return { kind: "untouched", call: { ...call, name: `was ${call.name}` } };
  };
  const outcomes = await decideMessage(calls("a", "x1", "b", "x2"), { engine, tools, recover }, undefined);
  expect(kinds(outcomes)).toEqual(["untouched a", "untouched was x1", "untouched b", "untouched was x2"]);
});

test("without recovery the refusal stands", async () => {
  const outcomes = await decideMessage(calls("x", "a"), { engine, tools, recover: undefined }, undefined);
  expect(kinds(outcomes)).toEqual(["refused x", "untouched a"]);
});

test("an abort ends the waiting; what is settled by then stays", async () => {
  const abort = new AbortController();
  const recover = vi.fn<Recover>(({ call }) =>
    call.name === "x-fast" ? Promise.resolve({ kind: "untouched", call }) : new Promise(() => undefined),
  );
  const pending = decideMessage(calls("x-fast", "x-never"), { engine, tools, recover }, abort.signal);
  await Promise.resolve();
  abort.abort();
  expect(kinds(await pending)).toEqual(["untouched x-fast", "refused x-never"]);
});

test("an aborted turn asks nobody", async () => {
  const recover = vi.fn<Recover>();
  const outcomes = await decideMessage(calls("x"), { engine, tools, recover }, AbortSignal.abort());
  expect(kinds(outcomes)).toEqual(["refused x"]);
  expect(recover).not.toHaveBeenCalled();
});
