import { mkdirSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject } from "../core/json.ts";
import { parseSettings } from "./parse-settings.ts";
import { replaceFile, withFileLock } from "./replace-file.ts";
import type { Reporter } from "./reporter.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";

export const SETTINGS_FILE = "tool-recovery.json";

export type SettingsChange = Partial<Settings> | ((onDisk: Settings) => Partial<Settings>);

export interface SettingsFile {
  current(): Settings;
  /** Reads the file again at the next look. */
  reload(): void;
  /** Takes the changes at once and merges their keys into the file as it stands on disk; all other keys stay. */
  change(changes: SettingsChange): void;
}

/** Opens `<agentDir>/tool-recovery.json`, read at the first look. A project has no say in it. */
export function openSettings(agentDir: string, report: Reporter["report"]): SettingsFile {
  const path = join(agentDir, SETTINGS_FILE);
  let settings: Settings | undefined;

  function read(): { readonly file: JsonObject; readonly settings: Settings } {
    const file = readSettingsFile(path, report);
    const parsed = parseSettings(file);
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
    change(changes) {
      try {
        mkdirSync(agentDir, { recursive: true });
        withFileLock(path, () => {
          const onDisk = read();
          const changed = typeof changes === "function" ? changes(onDisk.settings) : changes;
          settings = { ...onDisk.settings, ...changed };
          replaceFile(resolveLink(path), `${JSON.stringify({ ...onDisk.file, ...changed }, null, 2)}\n`);
        });
      } catch (error) {
        const standing = settings ?? DEFAULT_SETTINGS;
        settings = { ...standing, ...(typeof changes === "function" ? changes(standing) : changes) };
        report(
          `settings:write`,
          `${SETTINGS_FILE} could not be written (${reason(error)}). The change holds for this session.`,
        );
      }
    },
  };
}

/** The file as an object, `{}` when there is none. What is no JSON object is set aside under another name, and said. */
function readSettingsFile(path: string, report: Reporter["report"]): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!isMissing(error)) {
      report("settings:read", `${SETTINGS_FILE} could not be read (${reason(error)}). The defaults are used.`);
    }
    return {};
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
    return join(realpathSync(dirname(path)), SETTINGS_FILE);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
