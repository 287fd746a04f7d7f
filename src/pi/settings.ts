/** The settings of `tool-recovery.json`, complete: every key has its default. */
export interface Settings {
  readonly enabled: boolean;
  readonly mode: "repair" | "observe";
  readonly model: { readonly provider: string; readonly id: string } | null;
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
}
