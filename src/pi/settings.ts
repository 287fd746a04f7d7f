import { existsSync } from "node:fs";
import { join } from "node:path";
import { load } from "./load.ts";
import type { Reporter } from "./say.ts";
import type { SettingsChange, SettingsFile } from "./settings-file.ts";

/** The settings of `tool-recovery.json`, complete: every key has its default. */
export interface Settings {
  readonly enabled: boolean;
  readonly mode: "repair" | "observe";
  readonly model: ModelChoice | null;
  readonly rules: Readonly<Record<string, "on" | "off">>;
  readonly tools: Readonly<Record<string, "off">>;
  readonly aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly maxRecoveries: number;
  readonly teach: boolean;
  readonly logging: boolean;
  readonly grammarRepair: {
    readonly enabled: boolean;
    readonly mode: "recover" | "strip";
    readonly families: readonly string[];
    readonly models: readonly string[];
    readonly maxCalls: number;
  };
  readonly anchorBleedModels: readonly string[];
  readonly failureMemory: "off" | "gate" | "full";
  readonly maxRepeats: number;
  readonly textProtocol: Readonly<Record<string, boolean>>;
  /** Read from the keys an older extension kept in this file (`recoveryBaseUrl` …); never written. */
  readonly endpoint: FileEndpoint | null;
}

export interface FileEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly modelId: string | null;
}

/** A model pi knows. */
export interface ModelChoice {
  readonly provider: string;
  readonly id: string;
}

export const DEFAULT_SETTINGS: Settings = {
  enabled: true,
  mode: "repair",
  model: null,
  rules: {},
  tools: {},
  aliases: {},
  maxRecoveries: 50,
  teach: true,
  logging: true,
  grammarRepair: { enabled: false, mode: "recover", families: [], models: [], maxCalls: 8 },
  anchorBleedModels: ["kimi-k2", "minimax", "glm"],
  failureMemory: "gate",
  maxRepeats: 6,
  textProtocol: {},
  endpoint: null,
};

/** The name of the settings file in pi's global folder. */
export const SETTINGS_FILE = "tool-recovery.json";

/** The settings as they stand. */
export interface StandingSettings {
  /** The defaults until the first `refresh`. */
  current(): Settings;
  /** Has the file read, again if it was before. */
  refresh(): Promise<void>;
  change: SettingsFile["change"];
}

/** What reads and writes the file is loaded only where there is one, or one is to be written. */
export function createSettings(agentDir: string, report: Reporter["report"]): StandingSettings {
  let file: SettingsFile | undefined;

  async function open(): Promise<SettingsFile> {
    const { openSettings } = await load(() => import("./settings-file.ts"));
    file ??= openSettings(agentDir, report);
    return file;
  }

  return {
    current: () => file?.current() ?? DEFAULT_SETTINGS,
    async refresh() {
      if (file !== undefined) file.reload();
      else if (existsSync(join(agentDir, SETTINGS_FILE))) await open();
    },
    change: async (changes: SettingsChange) => (await open()).change(changes),
  };
}
