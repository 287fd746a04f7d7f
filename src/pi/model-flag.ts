import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isArray, isObject, type Json } from "../core/json.ts";
import type { ModelKey } from "./app.ts";

const FLAG = "textToolCallProtocol";

/** Whether a model may be flagged: quickly, and without a look at where the flag stands. */
export function mayBeFlagged(model: object | undefined, agentDir: string): boolean {
  return holdsFlag(model) || readModelsFile(agentDir).includes(FLAG);
}

/**
 * Whether `textToolCallProtocol: true` stands at a model: in its `compat`, which pi hands on, or beside its other keys or
 * in `modelOverrides` of `models.json`, which pi reads without them.
 * @param agentDir pi's global folder.
 */
export function isFlagged(key: ModelKey, model: object | undefined, agentDir: string): boolean {
  if (holdsFlag(model)) return true;
  const text = readModelsFile(agentDir);
  return text.includes(FLAG) && entriesFor(key, parse(text)).some(holdsFlag);
}

function readModelsFile(agentDir: string): string {
  try {
    return readFileSync(join(agentDir, "models.json"), "utf8");
  } catch {
    return "";
  }
}

function holdsFlag(entry: unknown): boolean {
  return isObject(entry) && (entry[FLAG] === true || (isObject(entry.compat) && entry.compat[FLAG] === true));
}

/** What the file says of a model. */
function entriesFor({ provider, model }: ModelKey, file: Json | undefined): readonly Json[] {
  const providers = isObject(file) && isObject(file.providers) ? file.providers : {};
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!isObject(entry)) return [];
  const listed = isArray(entry.models) ? entry.models.filter((item) => isObject(item) && item.id === model) : [];
  const overrides = isObject(entry.modelOverrides) ? entry.modelOverrides : {};
  return [...listed, ...(Object.hasOwn(overrides, model) ? [overrides[model] ?? null] : [])];
}

/** pi takes line comments and trailing commas in this file. */
function parse(text: string): Json | undefined {
  const bare = text
    .replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*/g, (piece) => (piece.startsWith('"') ? piece : ""))
    .replaceAll(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, (piece) => (piece === "," ? "" : piece));
  try {
    return JSON.parse(bare.replace(/^\uFEFF/, "")) as Json;
  } catch {
    return undefined;
  }
}
