import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isObject } from "../../src/core/json.ts";
import { replaceFile } from "../../src/memory/replace-file.ts";
import { openStore, type Store, type StoreOptions } from "../../src/memory/store.ts";

type Counts = Readonly<Record<string, number>>;

let folder: string;
let file: string;
let reports: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  file = join(folder, "state", "counts.json");
  reports = [];
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<StoreOptions<Counts>> = {}): Store<Counts> {
  return openStore<Counts>({
    file,
    version: 2,
    empty: {},
    parse: (data) =>
      isObject(data) && Object.values(data).every((n) => typeof n === "number") ? (data as Counts) : undefined,
    report: (_key, message) => reports.push(message),
    times: { waitMs: 120, staleMs: 15_000 },
    ...options,
  });
}

const up = (counts: Counts): Counts => ({ ...counts, n: (counts.n ?? 0) + 1 });
const onDisk = () => JSON.parse(readFileSync(file, "utf8"));
const filesLeft = () => readdirSync(join(folder, "state")).toSorted();

function put(text: string, path = file): void {
  mkdirSync(join(folder, "state"), { recursive: true });
  writeFileSync(path, text);
}

describe("one process", () => {
  test("opening and reading make no file", async () => {
    expect(await open().read()).toEqual({});
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a change is written with its version, and nothing else stays behind", async () => {
    expect(await open().update(up)).toEqual({ kind: "written", state: { n: 1 } });
    expect(onDisk()).toEqual({ version: 2, data: { n: 1 } });
    expect(filesLeft()).toEqual(["counts.json"]);
  });

  test("the same reference back leaves the file alone", async () => {
    put('{"version":2,"data":{"n":7}}');
    expect(await open().update((counts) => counts)).toEqual({ kind: "unchanged", state: { n: 7 } });
    expect(readFileSync(file, "utf8")).toBe('{"version":2,"data":{"n":7}}');
  });

  test("updates asked for at once all count, in their order", async () => {
    const store = open();
    const saved = await Promise.all(Array.from({ length: 20 }, () => store.update(up)));
    expect(saved.map(({ state }) => state.n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test("a change that throws rejects, frees the lock, and does not stop the next", async () => {
    const store = open();
    await expect(
      store.update(() => {
        throw new Error("defect");
      }),
    ).rejects.toThrow("defect");
    expect(await store.update(up)).toMatchObject({ kind: "written" });
  });
});

describe("files that cannot be used", () => {
  test.each([
    ["not JSON", "{oops"],
    ["cut off", '{"version":2,"data":{"n":'],
    ["another shape", '{"version":2,"data":{"n":"x"}}'],
    ["no version", '{"n":1}'],
    ["empty", ""],
  ])("%s: set aside and reported once", async (_what, text) => {
    put(text);
    const store = open();
    expect(await store.update(up)).toEqual({ kind: "written", state: { n: 1 } });
    await store.update(up);
    const [kept = "", fresh] = filesLeft().toReversed();
    expect([kept.replace(/\d+$/, "#"), fresh]).toEqual(["counts.json.corrupt-#", "counts.json"]);
    expect(readFileSync(join(folder, "state", kept), "utf8")).toBe(text);
    expect(reports).toEqual([expect.stringContaining("was damaged")]);
  });

  test("damaged: reading reports it and changes nothing", async () => {
    put("{oops");
    const store = open();
    expect([await store.read(), await store.read()]).toEqual([{}, {}]);
    expect(reports).toEqual([expect.stringContaining("cannot be read as state")]);
    expect(filesLeft()).toEqual(["counts.json"]);
  });

  test("a newer version is left alone and reported once", async () => {
    put('{"version":3,"data":{"n":7,"more":[]}}');
    const store = open();
    expect(await store.read()).toEqual({});
    expect(await store.update(up)).toEqual({ kind: "lost", state: { n: 1 } });
    expect(readFileSync(file, "utf8")).toBe('{"version":3,"data":{"n":7,"more":[]}}');
    expect(reports).toEqual([expect.stringContaining("newer version")]);
  });

  test("an older version reaches the parser with its number", async () => {
    put('{"version":1,"data":7}');
    const store = open({
      parse: (data, version) => (version === 1 && typeof data === "number" ? { n: data } : undefined),
    });
    expect(await store.update(up)).toMatchObject({ kind: "written", state: { n: 8 } });
  });

  test("a place that cannot be written is reported once, and the state is still answered", async () => {
    // A file where the folder should be: fails for every user, root included.
    writeFileSync(join(folder, "state"), "");
    const store = open();
    expect(await store.update(up)).toEqual({ kind: "lost", state: { n: 1 } });
    expect(await store.update(up)).toEqual({ kind: "lost", state: { n: 1 } });
    expect(reports.filter((message) => message.includes("could not be written"))).toHaveLength(1);
  });

  test("a text that cannot be written first leaves the old file", async () => {
    put('{"version":2,"data":{"n":7}}');
    await expect(replaceFile(file, "x", join(folder, "missing", "x.tmp"))).rejects.toThrow();
    expect(onDisk()).toEqual({ version: 2, data: { n: 7 } });
  });
});

describe("the lock", () => {
  const lockText = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: "t-1" });

  test("of a living process is waited for, within bounds", async () => {
    put(lockText(process.pid), `${file}.lock`);
    expect(await open().update(up)).toEqual({ kind: "lost", state: { n: 1 } });
    expect(reports).toEqual([expect.stringContaining("was locked by another process")]);
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  test("freed meanwhile is taken", async () => {
    put(lockText(process.pid), `${file}.lock`);
    setTimeout(() => rmSync(`${file}.lock`), 40);
    expect(await open({ times: { waitMs: 5_000, staleMs: 15_000 } }).update(up)).toMatchObject({ kind: "written" });
  });

  test("of a dead process is taken over, with what it left half-written", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await ended(child);
    put(lockText(child.pid ?? 0), `${file}.lock`);
    put("half", `${file}.t-1.tmp`);
    expect(await open().update(up)).toMatchObject({ kind: "written" });
    expect(filesLeft()).toEqual(["counts.json"]);
  });

  test.each([
    ["of another machine", lockText(1, "elsewhere")],
    ["that says nothing", ""],
  ])("%s is taken over when it is old", async (_what, text) => {
    put(text, `${file}.lock`);
    expect(await open().update(up)).toMatchObject({ kind: "lost" });
    const long = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, long, long);
    expect(await open().update(up)).toMatchObject({ kind: "written" });
    expect(filesLeft()).toEqual(["counts.json"]);
  });

  test("that was lost while its owner slept keeps the owner from writing", async () => {
    const store = open();
    const saved = await store.update((counts) => {
      put(lockText(process.pid), `${file}.lock`);
      return up(counts);
    });
    expect(saved.kind).toBe("lost");
    expect(existsSync(file)).toBe(false);
  });
});

test("four processes with 200 updates each lose nothing", async () => {
  const script = join(import.meta.dirname, "count-up.ts");
  const children = ["a", "b", "c", "d"].map((name) => spawn(process.execPath, [script, file, name, "200"]));
  expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0, 0]);
  expect(onDisk()).toEqual({ version: 1, data: { a: 200, b: 200, c: 200, d: 200, all: 800 } });
  expect(filesLeft()).toEqual(["counts.json"]);
});

test("processes killed at work leave a whole file and no lock in the way", async () => {
  const script = join(import.meta.dirname, "count-up.ts");
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, [script, file, "k", "100000"]);
    await new Promise((resolve) => setTimeout(resolve, 150 + round * 37));
    child.kill("SIGKILL");
    await ended(child);
    expect(
      (
        await open({ version: 1, times: { waitMs: 30_000, staleMs: 15_000 } }).update((counts) => ({
          ...counts,
          round,
        }))
      ).kind,
    ).toBe("written");
  }
  expect(reports).toEqual([]);
  expect(filesLeft()).toEqual(["counts.json"]);
});

async function ended(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve) => child.once("exit", resolve));
}
