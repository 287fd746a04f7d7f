import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFailureMemory, type FailureMemory } from "../../src/failures/memory.ts";
import { renderRecord } from "../../src/failures/record.ts";
import { failed, setting, succeeded } from "./attempts.ts";

const ARGS = '{"path":"a.txt"}';
const missing = failed("ENOENT: no such file or directory");
const command = (args: object, text: string, at = 0) =>
  failed(text, { tool: "bash", arguments: JSON.stringify(args), at });
const flaky = command({ command: "make" }, "no\n\nCommand exited with code 1");
const MAKE = flaky.arguments;

function memoryOf(...messages: readonly (readonly ReturnType<typeof failed>[])[]): FailureMemory {
  const memory = createFailureMemory();
  for (const attempts of messages) memory.settle(attempts, setting);
  return memory;
}

const decide = (memory: FailureMemory, now = 0) => memory.decide("read", ARGS, now).kind;

describe("an exact repeat", () => {
  test("is refused, with the record and its next step", () => {
    expect(memoryOf([missing]).decide("read", ARGS, 0)).toMatchObject({
      kind: "refuse",
      record: { occurrences: 2, failure_code: "file_not_found", next_action: expect.stringMatching(/^Not run again/) },
    });
  });

  test("is refused however much later", () => {
    expect(decide(memoryOf([missing]), 3_600_000)).toBe("refuse");
  });

  test("is admitted after a user turn", () => {
    const memory = memoryOf([missing]);
    memory.advance();
    expect(decide(memory)).toBe("admit");
  });

  test("is admitted after any success, before or after it in the same message", () => {
    expect(decide(memoryOf([missing], [succeeded("ls", {})]))).toBe("admit");
    expect(decide(memoryOf([succeeded("ls", {}), missing]))).toBe("admit");
    expect(decide(memoryOf([missing, succeeded("ls", {})]))).toBe("admit");
  });

  test("is refused after failures of other calls", () => {
    expect(decide(memoryOf([missing], [flaky], [failed("x", { tool: "ls" })]))).toBe("refuse");
  });

  test("of another tool or other arguments is never touched", () => {
    const memory = memoryOf([missing]);
    expect(memory.decide("ls", ARGS, 0).kind).toBe("admit");
    expect(memory.decide("read", '{"path":"b.txt"}', 0).kind).toBe("admit");
    expect(memory.decide("read", '{"path":"a.txt","limit":1}', 0).kind).toBe("admit");
  });
});

describe("a cause outside", () => {
  const make = (memory: FailureMemory, now = 0) => memory.decide("bash", MAKE, now).kind;

  test("is refused from the second repeat on", () => {
    expect(make(memoryOf([flaky]))).toBe("admit");
    expect(make(memoryOf([flaky], [flaky]))).toBe("refuse");
  });

  test("is never refused after half a minute", () => {
    expect(make(memoryOf([flaky], [flaky]), 30_000)).toBe("refuse");
    expect(make(memoryOf([flaky], [flaky]), 30_001)).toBe("admit");
  });

  test("may be a file that another process holds", () => {
    const held = failed("EBUSY: resource busy or locked, open 'a.txt'");
    expect(decide(memoryOf([held]))).toBe("admit");
    expect(decide(memoryOf([held], [held]))).toBe("refuse");
  });

  test("counts parallel duplicates once", () => {
    expect(make(memoryOf([flaky, flaky]))).toBe("admit");
  });

  test.each([
    "sleep 5; curl -sf localhost:3000/health",
    "until curl -sf localhost:3000; do sleep 1; done",
    "Start-Sleep -Seconds 5; Invoke-WebRequest http://localhost:3000",
    "timeout /t 5 & curl localhost:3000",
    "curl --retry 5 --retry-connrefused localhost:3000",
    "npx wait-on -t 5000 http://localhost:3000",
    "kubectl -n a rollout status deploy/b --timeout=10s",
  ])("is never refused to a command that waits itself: %s", (text) => {
    const poll = command({ command: text }, "Command exited with code 7");
    const memory = memoryOf([poll], [poll], [poll]);
    expect(memory.decide("bash", poll.arguments, 0).kind).toBe("admit");
  });

  test.each(["curl -sf localhost:3000", "npm test -- sleep.test.ts", "./sleep 5x", "cat retry.log", "pytest -k wait"])(
    "is refused to a command that does not: %s",
    (text) => {
      const poll = command({ command: text }, "Command exited with code 7");
      expect(memoryOf([poll], [poll]).decide("bash", poll.arguments, 0)).toMatchObject({
        kind: "refuse",
        record: { next_action: expect.stringContaining("let time pass first") },
      });
    },
  );

  test("is refused in at most 1,200 characters, however much has to be escaped", () => {
    const noisy = command(
      { command: '"\\'.repeat(2000) },
      `error: ${'"\\'.repeat(2000)}\n\nCommand exited with code 137`,
    );
    const admission = memoryOf([noisy], [noisy]).decide("bash", noisy.arguments, 0);
    expect(admission.kind === "refuse" && renderRecord(admission.record).length).toBeLessThanOrEqual(1200);
  });

  test("starts anew after a change", () => {
    expect(make(memoryOf([flaky], [flaky], [succeeded("ls", {})], [flaky]))).toBe("admit");
  });
});

describe("a timeout", () => {
  const slow = (timeout: number) => command({ command: "x", timeout }, `Command timed out after ${timeout} seconds`);
  const decideSlow = (memory: FailureMemory, timeout: number) => memory.decide("bash", slow(timeout).arguments, 0).kind;

  test("allows one retry", () => {
    expect(decideSlow(memoryOf([slow(1)]), 1)).toBe("admit");
    expect(decideSlow(memoryOf([slow(1)], [slow(1)]), 1)).toBe("refuse");
  });

  test("allows one retry of a command that waits, too", () => {
    const wait = command({ command: "sleep 60; curl -sf localhost" }, "Command timed out after 5 seconds");
    expect(memoryOf([wait], [wait]).decide("bash", wait.arguments, 0).kind).toBe("refuse");
  });

  test("allows another limit", () => {
    expect(decideSlow(memoryOf([slow(1)], [slow(1)]), 2)).toBe("admit");
  });

  test("of something else does not make the limit count", () => {
    const broken = (timeout: number) => command({ command: "x", timeout }, "Command exited with code 1");
    const memory = memoryOf([broken(1)], [broken(2)]);
    expect(memory.decide("bash", broken(3).arguments, 0).kind).toBe("refuse");
  });
});

describe("refusals", () => {
  const refused = (memory: FailureMemory) => {
    const admission = memory.decide("read", ARGS, 0);
    if (admission.kind === "admit") throw new Error("admitted");
    return failed(renderRecord(admission.record));
  };

  test("count as occurrences of the operation", () => {
    const memory = memoryOf([missing]);
    memory.settle([refused(memory)], setting);
    memory.settle([refused(memory)], setting);
    expect(JSON.parse(refused(memory).text).occurrences).toBe(4);
  });

  test("in a row are counted once a message", () => {
    const memory = memoryOf([missing]);
    for (let times = 1; times <= 6; times++) {
      memory.settle([refused(memory), refused(memory)], setting);
      expect(memory.stuck()?.times).toBe(times);
    }
  });

  test.each([
    ["a success", (memory: FailureMemory) => void memory.settle([succeeded("ls", {})], setting)],
    ["a user turn", (memory: FailureMemory) => memory.advance()],
    ["another failure", (memory: FailureMemory) => void memory.settle([flaky], setting)],
    ["another call beside them", (memory: FailureMemory) => void memory.settle([refused(memory), flaky], setting)],
  ])("are no longer in a row after %s", (_what, happen) => {
    const memory = memoryOf([missing]);
    memory.settle([refused(memory)], setting);
    happen(memory);
    expect(memory.stuck()?.times ?? 0).toBeLessThanOrEqual(1);
  });

  test("by the host count as well: the same rejected call again and again", () => {
    const unknown = failed("Tool reed not found", { tool: "reed" });
    expect(memoryOf([unknown]).stuck()).toBeUndefined();
    expect(memoryOf([unknown], [unknown], [unknown]).stuck()?.times).toBe(2);
  });

  test("of what is forgotten disturb nothing", () => {
    const memory = createFailureMemory();
    expect(memory.settle([refused(memoryOf([missing]))], setting)).toMatchObject([
      { kind: "refused", record: undefined },
    ]);
    expect(memory.stuck()).toBeUndefined();
  });
});

test("failures are counted by phase and code", () => {
  expect(memoryOf([missing, flaky], [flaky]).counts()).toEqual([
    { phase: "execution", code: "file_not_found", count: 1 },
    { phase: "execution", code: "exit_1", count: 2 },
  ]);
});

test("ten thousand failing operations keep 256 and 65 counts", () => {
  const memory = createFailureMemory();
  const read = (at: number) => `{"path":"${at}"}`;
  for (let at = 0; at < 10_000; at++) {
    memory.settle([failed(`no\nCommand exited with code ${at}`, { arguments: read(at) })], setting);
    memory.settle([failed(`no\nCommand exited with code ${at}`, { arguments: read(at) })], setting);
  }
  const refused = Array.from({ length: 10_000 }, (_, at) => memory.decide("read", read(at), 0).kind === "refuse");
  expect(refused.lastIndexOf(false)).toBe(10_000 - 257);
  expect(refused.filter(Boolean)).toHaveLength(256);
  expect(memory.counts()).toHaveLength(65);
});

interface Happened {
  readonly kind: "message" | "user turn";
  readonly attempts: readonly { readonly path: number; readonly end: "ok" | "missing" | "exit" }[];
  readonly wait: number;
}

const happened: fc.Arbitrary<Happened> = fc.record({
  kind: fc.constantFrom("message", "message", "message", "user turn"),
  attempts: fc.array(fc.record({ path: fc.nat(5), end: fc.constantFrom("missing", "exit", "missing", "exit", "ok") }), {
    minLength: 1,
    maxLength: 3,
  }),
  wait: fc.constantFrom(0, 1000, 20_000, 31_000),
});

/** A gate that keeps the whole session and looks through it for every call. */
function referenceDecides(history: readonly Happened[], times: readonly number[], path: number, now: number): boolean {
  const changed = history.findLastIndex(({ kind, attempts }) => kind === "user turn" || attempts.some(isOk));
  const runs = history.flatMap(({ attempts }, at) => {
    const last = at > changed ? attempts.findLast((attempt) => attempt.path === path) : undefined;
    return last === undefined ? [] : [{ end: last.end, at: times[at] ?? 0 }];
  });
  const last = runs.at(-1);
  if (last === undefined) return false;
  return last.end === "missing" || (runs.length >= 2 && now - last.at <= 30_000);
}

function isOk({ end }: Happened["attempts"][number]): boolean {
  return end === "ok";
}

function live(history: readonly Happened[], memory: FailureMemory, times: readonly number[]): void {
  for (const [index, { kind, attempts }] of history.entries()) {
    if (kind === "user turn") {
      memory.advance();
      continue;
    }
    const made = attempts.map(({ path, end }) => {
      const args = { path: `${path}` };
      if (end === "ok") return succeeded("read", args, times[index]);
      const text = end === "exit" ? "Command exited with code 1" : "ENOENT: no such file or directory";
      return failed(text, { arguments: JSON.stringify(args), at: times[index] ?? 0 });
    });
    memory.settle(made, setting);
  }
}

describe("against a gate that keeps everything", () => {
  const sessions = fc.array(happened, { maxLength: 30 });
  const timesOf = (history: readonly Happened[]) => {
    let now = 0;
    return history.map(({ wait }) => (now += wait));
  };

  test("it decides the same", () => {
    fc.assert(
      fc.property(sessions, fc.nat(40_000), (history, pause) => {
        const memory = createFailureMemory();
        const times = timesOf(history);
        live(history, memory, times);
        const now = (times.at(-1) ?? 0) + pause;
        for (let path = 0; path <= 5; path++) {
          const refused = memory.decide("read", `{"path":"${path}"}`, now).kind === "refuse";
          expect(refused).toBe(referenceDecides(history, times, path, now));
        }
      }),
    );
  });

  test("it refuses nothing wrongly when it has to forget", () => {
    fc.assert(
      fc.property(sessions, fc.integer({ min: 1, max: 3 }), (history, capacity) => {
        const memory = createFailureMemory(capacity);
        const times = timesOf(history);
        live(history, memory, times);
        const now = times.at(-1) ?? 0;
        for (let path = 0; path <= 5; path++) {
          if (memory.decide("read", `{"path":"${path}"}`, now).kind === "admit") continue;
          expect(referenceDecides(history, times, path, now)).toBe(true);
        }
      }),
    );
  });
});
