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
