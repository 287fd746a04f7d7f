import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../src/pi/settings.ts";
import { openSettings } from "../../src/pi/settings-file.ts";

let folder = "";
let said: string[] = [];
const file = () => join(folder, "tool-recovery.json");
const open = () => openSettings(folder, (_key, message) => void said.push(message));
const onDisk = async () => JSON.parse(await readFile(file(), "utf8"));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "settings-"));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("without a file the defaults hold, and none is made", async () => {
  expect(open().current()).toEqual(DEFAULT_SETTINGS);
  expect(await readdir(folder)).toEqual([]);
  expect(said).toEqual([]);
});

test("a change is written whole, private, with nothing left beside it", async () => {
  const settings = open();
  await settings.change({ enabled: false });
  expect(settings.current().enabled).toBe(false);
  expect(await onDisk()).toEqual({ enabled: false });
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["tool-recovery.json"]);
});

test("a change holds at once, before the disk has it", () => {
  const settings = open();
  const written = settings.change({ enabled: false });
  expect(settings.current().enabled).toBe(false);
  return written;
});

test("only the changed keys are written: what another process or the user wrote meanwhile stays", async () => {
  const settings = open();
  settings.current();
  await writeFile(file(), JSON.stringify({ colour: "red", teach: false, enabled: true }));
  await settings.change({ enabled: false });
  expect(await onDisk()).toEqual({ colour: "red", teach: false, enabled: false });
  expect(settings.current().teach).toBe(false);
  expect(said).toEqual([expect.stringContaining('"colour"')]);
});

test("a change may be worked out from what is on disk", async () => {
  const settings = open();
  settings.current();
  await writeFile(file(), JSON.stringify({ textProtocol: { "a/b": true } }));
  await settings.change(({ textProtocol }) => ({ textProtocol: { ...textProtocol, "c/d": false } }));
  expect(await onDisk()).toEqual({ textProtocol: { "a/b": true, "c/d": false } });
});

test("values of the environment and of the older keys are never written", async () => {
  const legacy = { recoveryBaseUrl: "http://127.0.0.1:9/v1", recoveryApiKey: "sk-file" };
  await writeFile(file(), JSON.stringify(legacy));
  process.env.TOOLRECOVERY_API_KEY = "sk-environment";
  try {
    await open().change({ model: { provider: "a", id: "b" } });
  } finally {
    delete process.env.TOOLRECOVERY_API_KEY;
  }
  expect(await onDisk()).toEqual({ ...legacy, model: { provider: "a", id: "b" } });
});

test.each(["{ not json", "", "[1, 2]", "null"])("a file that holds %j is set aside and said", async (text) => {
  await writeFile(file(), text);
  const settings = open();
  expect(settings.current()).toEqual(DEFAULT_SETTINGS);
  const [aside, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(aside).toMatch(/^tool-recovery\.json\.corrupt-/);
  expect(await readFile(join(folder, aside ?? ""), "utf8")).toBe(text);
  expect(said).toEqual([expect.stringContaining(aside ?? "?")]);
});

test("a byte order mark is no damage", async () => {
  await writeFile(file(), `\uFEFF${JSON.stringify({ enabled: false })}`);
  expect(open().current().enabled).toBe(false);
  expect(said).toEqual([]);
});

test("a file that cannot be read is left as it is, and the change holds for the session", async () => {
  await mkdir(file());
  const settings = open();
  expect(settings.current()).toEqual(DEFAULT_SETTINGS);
  await settings.change({ enabled: false });
  expect(settings.current().enabled).toBe(false);
  expect((await lstat(file())).isDirectory()).toBe(true);
  expect(said).toContainEqual(expect.stringContaining("could not be written"));
});

test.skipIf(process.platform === "win32")("a linked file stays a link", async () => {
  const real = join(folder, "dotfiles.json");
  await writeFile(real, "{}");
  await symlink(real, file());
  await open().change({ enabled: false });
  expect((await lstat(file())).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(real, "utf8"))).toEqual({ enabled: false });
});

test("processes that write at once lose nothing", async () => {
  const module = resolve(import.meta.dirname, "../../src/pi/settings-file.ts");
  const script = `
    import { openSettings } from ${JSON.stringify(module)};
    const settings = openSettings(${JSON.stringify(folder)}, (key, message) => console.log(message));
    for (let at = 0; at < 10; at++) {
      await settings.change(({ textProtocol }) => ({ textProtocol: { ...textProtocol, [process.argv[1] + at]: true } }));
    }`;
  const run = (name: string) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, name]);
  const outputs = await Promise.all(["a/", "b/", "c/", "d/"].map(run));
  expect(outputs.map(({ stdout }) => stdout)).toEqual(["", "", "", ""]);
  expect(Object.keys((await onDisk()).textProtocol)).toHaveLength(40);
});

test("a folder that does not exist is made at the first change", async () => {
  const settings = openSettings(join(folder, "agent"), () => undefined);
  await settings.change({ teach: false });
  expect(JSON.parse(await readFile(join(folder, "agent", "tool-recovery.json"), "utf8"))).toEqual({ teach: false });
});
