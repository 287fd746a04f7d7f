import type { Json } from "../core/json.ts";

/** A part of `/toolhealth` that another feature knows, read when the user asks. Empty `rows`: nothing to tell. */
export type HealthSource = () => Promise<HealthPart>;

export interface HealthPart {
  /** Its key in `--json`, such as `failures`. */
  readonly key: string;
  readonly title: string;
  readonly rows: readonly HealthRow[];
  /** What `--json` prints. */
  readonly data: Json;
}

export interface HealthRow {
  readonly label: string;
  /** What stands behind the label, such as `closed` or `3 of 40`. */
  readonly value: string;
  /** From 0 to 1: drawn as a bar. */
  readonly share?: number;
}

/** Rules of a model that `/toolrule-remove` can take away, such as learned repairs. */
export interface RuleSource {
  list(): Promise<readonly RemovableRule[]>;
  /** @returns Whether there was such a rule. */
  remove(rule: RemovableRule): Promise<boolean>;
}

export interface RemovableRule {
  /** `provider/model`. */
  readonly model: string;
  readonly rule: string;
}
