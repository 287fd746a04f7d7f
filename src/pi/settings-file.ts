import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject } from "../core/json.ts";
import { load } from "./load.ts";
import { parseSettings } from "./parse-settings.ts";
import type { Reporter } from "./say.ts";
import { SETTINGS_FILE, type Settings } from "./settings.ts";

type Changes = Partial<Omit<Settings, "endpoint">>;
export type SettingsChange = Changes | ((standing: Settings) => Changes);

export interface SettingsFile {
  current(): Settings;
  /** Reads the file again at the next look. */
  reload(): void;
  /** Takes the changes at once and merges their keys into the file as it stands on disk; all other keys stay. */
  change(changes: SettingsChange): Promise<void>;
}

/** Opens `<agentDir>/tool-recovery.json`, read at the first look. A project has no say in it. */
export function openSettings(agentDir: string, report: Reporter["report"]): SettingsFile {
  const path = join(agentDir, SETTINGS_FILE);
  let settings: Settings | undefined;

  function read(): { readonly file: JsonObject | undefined; readonly settings: Settings } {
    const file = readSettingsFile(path, report);
    const parsed = parseSettings(file ?? {});
    for (const complaint of parsed.complaints) report(`settings:${complaint}`, `${SETTINGS_FILE}: ${complaint}`);
    if (parsed.unknown.length > 0) {
      const names = parsed.unknown.map((key) => JSON.stringify(key.slice(0, 40))).join(", ");
      report(`settings:unknown:${names}`, `${SETTINGS_FILE}: unknown keys ${names} are kept and ignored.`);
    }
    return { file, settings: parsed.settings };
  }

  return {
    current() {
      settings ??= read().settings;
      return settings;
    },
    reload() {
      settings = undefined;
    },
    async change(changes) {
      const merge = (standing: Settings) => (typeof changes === "function" ? changes(standing) : changes);
      const before = settings ?? read().settings;
      settings = { ...before, ...merge(before) };
      try {
        mkdirSync(agentDir, { recursive: true });
        await locked(path, async (replace) => {
          const onDisk = read();
          if (onDisk.file === undefined) throw new Error("it could not be read, so it is left as it is");
          const changed = merge(onDisk.settings);
          await replace(`${JSON.stringify({ ...onDisk.file, ...changed }, null, 2)}\n`);
          settings = { ...onDisk.settings, ...changed };
        });
      } catch (error) {
        report(
          "settings:write",
          `${SETTINGS_FILE} could not be written (${reason(error)}). The change holds for this session.`,
        );
      }
    },
  };
}

/** Runs `work` while no other pi process changes the file. What is heavy is loaded here: most sessions change nothing. */
async function locked(path: string, work: (replace: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
  const { acquireLock } = await load(() => import("../memory/file-lock.ts"));
  const { replaceFile } = await load(() => import("../memory/replace-file.ts"));
  const lock = await acquireLock(path, { waitMs: 3_000, staleMs: 10_000 }, async () => undefined);
  if (lock === undefined) throw new Error("another process keeps it locked");
  try {
    const target = resolveLink(path);
    await work((text) => replaceFile(target, text, `${target}.${randomUUID()}.tmp`));
  } finally {
    await lock.release();
  }
}

/**
 * The file as an object: `{}` when there is none, `undefined` when it cannot be read. What is no JSON object is set aside
 * under another name, and said.
 */
function readSettingsFile(path: string, report: Reporter["report"]): JsonObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return {};
    report("settings:read", `${SETTINGS_FILE} could not be read (${reason(error)}). The defaults are used.`);
    return undefined;
  }
  const parsed = parseObject(text);
  if (parsed !== undefined) return parsed;
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(":", "-")}`;
  try {
    renameSync(path, aside);
    report(
      `settings:corrupt:${aside}`,
      `${SETTINGS_FILE} holds no JSON object. It was set aside as ${aside}; the defaults are used.`,
    );
  } catch (error) {
    report("settings:corrupt", `${SETTINGS_FILE} holds no JSON object and could not be set aside (${reason(error)}).`);
    return undefined;
  }
  return {};
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A link stays a link: what it points to is replaced. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
