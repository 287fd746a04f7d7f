import { isArray, isObject, type Json } from "../core/json.ts";
import { type ProtocolMemory, parseProtocolMemory, UNTRIED } from "./protocol-memory.ts";
import { isQuotable } from "./quotable.ts";
import { type Slip, slipForms } from "./slip.ts";

/** What was learned about models, over all sessions. Counts and names only, no value of any call. */
export interface Adaptation {
  readonly models: readonly ModelMemory[];
}

/** A model as it is met in one place: another machine or endpoint may run another build of it. */
export interface ModelPlace {
  /** As `hostFingerprint` names it. */
  readonly host: string;
  readonly provider: string;
  readonly model: string;
  /** Without credentials and query; `""` where it is not known. */
  readonly baseUrl: string;
}

export interface ModelMemory extends ModelPlace {
  readonly tallies: Tallies;
  readonly rules: Readonly<Record<string, RuleMemory>>;
  readonly protocol: ProtocolMemory;
}

/** How the calls of a model came out, in the sessions in which at least one was not simply left alone. */
export interface Tallies {
  readonly sessions: number;
  readonly calls: number;
  readonly reported: number;
  readonly repaired: number;
  readonly recovered: number;
  readonly refused: number;
}

/** How often a model makes the slip that one rule answers, and what was done about it. Times are ms since the epoch. */
export interface RuleMemory {
  readonly state: RuleState;
  /** Calls with this slip, ever. */
  readonly fired: number;
  readonly lastFired: number;
  /** The slip as it was made last: the example a standing rule gives. */
  readonly slip: Slip;
  /** While the model was not told, since counting began. */
  readonly untold: Trial;
  /** While the rule stood in the prompt. */
  readonly told: Trial;
  /** How often the rule was given up because it did not help. Each time doubles what it takes to try again. */
  readonly failures: number;
  /** Days without the slip after which the rule goes; doubled when the slip then comes back. */
  readonly idleDays: number;
}

type RuleState =
  | { readonly kind: "counting" }
  | { readonly kind: "standing"; readonly since: number }
  | { readonly kind: "retired"; readonly at: number; readonly why: "unused" | "unhelpful" }
  /** The user took it away: it never comes back. */
  | { readonly kind: "removed"; readonly at: number };

export interface Trial {
  /** Calls with the slip. */
  readonly fired: number;
  /** All calls of the model in the same sessions. */
  readonly calls: number;
  readonly sessions: number;
}

export const NO_TALLIES: Tallies = { sessions: 0, calls: 0, reported: 0, repaired: 0, recovered: 0, refused: 0 };
export const NO_TRIAL: Trial = { fired: 0, calls: 0, sessions: 0 };
export const ADAPTATION_VERSION = 1;

export function isAt(place: ModelPlace): (memory: ModelMemory) => boolean {
  return ({ host, provider, model, baseUrl }) =>
    host === place.host && provider === place.provider && model === place.model && baseUrl === place.baseUrl;
}

/** The memory with one model's part changed; the same object when `change` changes nothing. */
export function withModel(
  adaptation: Adaptation,
  place: ModelPlace,
  change: (memory: ModelMemory) => ModelMemory,
): Adaptation {
  const known = adaptation.models.find(isAt(place));
  const before = known ?? { ...place, tallies: NO_TALLIES, rules: {}, protocol: UNTRIED };
  const after = change(before);
  if (after === before) return adaptation;
  const models =
    known === undefined
      ? [...adaptation.models, after]
      : adaptation.models.map((memory) => (memory === known ? after : memory));
  return { models };
}

/** @returns `undefined` when the data is not what `Adaptation` says: the file was damaged. */
export function parseAdaptation(data: Json): Adaptation | undefined {
  const models: readonly unknown[] = isObject(data) && isArray(data.models) ? data.models : [undefined];
  if (!models.every(isModelMemory)) return undefined;
  return {
    models: models.map((memory) => (memory.protocol === undefined ? { ...memory, protocol: UNTRIED } : memory)),
  };
}

function isModelMemory(data: unknown): data is ModelMemory {
  return (
    isObject(data) &&
    [data.host, data.provider, data.model, data.baseUrl].every((part) => typeof part === "string") &&
    areNumbers(data.tallies, Object.keys(NO_TALLIES)) &&
    isObject(data.rules) &&
    Object.values(data.rules).every(isRuleMemory) &&
    parseProtocolMemory(data.protocol) !== undefined
  );
}

function isRuleMemory(data: Json): boolean {
  return (
    areNumbers(data, ["fired", "lastFired", "failures", "idleDays"]) &&
    areNumbers(data.untold, Object.keys(NO_TRIAL)) &&
    areNumbers(data.told, Object.keys(NO_TRIAL)) &&
    isObject(data.slip) &&
    isSlip(data.slip) &&
    isObject(data.state) &&
    ["counting", "standing", "retired", "removed"].includes(String(data.state.kind))
  );
}

/** A slip from the file goes into a prompt, so its names are checked again. */
function isSlip({ rule, form, tool, field, sent, right }: { readonly [key: string]: Json }): boolean {
  const isName = (name: Json | undefined) => typeof name === "string" && (name === "" || isQuotable(name));
  const isWord = (word: Json | undefined) => typeof word === "string" && /^(?:[a-z ]{1,20})?$/.test(word);
  return (
    typeof rule === "string" &&
    slipForms.some((known) => known === form) &&
    isName(tool) &&
    isName(field) &&
    (isName(sent) || isWord(sent)) &&
    (isName(right) || isWord(right))
  );
}

function areNumbers(data: Json | undefined, keys: readonly string[]): data is { readonly [key: string]: Json } {
  return isObject(data) && keys.every((key) => typeof data[key] === "number" && Number.isFinite(data[key]));
}
