import { isArray, isObject, type Json, type JsonObject } from "../core/json.ts";
import { hash } from "./hash.ts";

/** Which call it is: the tool and its exact arguments. Two calls are the same operation only if nothing else differs. */
export interface Operation {
  /** Names the operation to the model, e.g. `edit-3f9a…`. Equal for the same operation, in this session and later ones. */
  readonly key: string;
  /** The time limits the call set, left out of the key. They count after a timeout, when a longer one is a new try. */
  readonly limits: string;
}

/**
 * Time limits of calls that run something: they say how long to wait and not what to do. They are ignored at the root of
 * the arguments only, and only beside one of `RUNS`; elsewhere a `timeout` may be the very thing that is set.
 */
const LIMITS: ReadonlySet<string> = new Set([
  "timeout",
  "timeoutMs",
  "timeout_ms",
  "timeoutSec",
  "timeout_sec",
  "timeoutSecs",
  "timeout_secs",
  "timeoutSeconds",
  "timeout_seconds",
]);
/** The properties that hold what is run. */
export const RUNS: readonly string[] = ["command", "code", "script"];

const TOOL_LENGTH = 40;

/** @param text The JSON text of the arguments, or what the model sent in its place when that is no JSON object. */
export function identify(tool: string, text: string): Operation {
  const args = parseObject(text);
  const [rest, limits] = args === undefined ? [text, ""] : split(args);
  return { key: `${tool.slice(0, TOOL_LENGTH)}-${hash(`${tool}\n${rest}`)}`, limits };
}

/** The canonical text of the arguments without their time limits, and that of the limits. */
function split(args: JsonObject): readonly [string, string] {
  if (!RUNS.some((name) => typeof args[name] === "string")) return [canonical(args), ""];
  const entries = Object.entries(args);
  const limits = entries.filter(([name]) => LIMITS.has(name));
  if (limits.length === 0) return [canonical(args), ""];
  const rest = entries.filter(([name]) => !LIMITS.has(name));
  return [canonical(Object.fromEntries(rest)), canonical(Object.fromEntries(limits))];
}

/** JSON text with the keys of every object in order. */
function canonical(value: Json): string {
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
}

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
