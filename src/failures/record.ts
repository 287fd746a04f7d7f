import { isArray, isObject, type Json } from "../core/json.ts";
import { redact } from "../core/redact.ts";
import type { Attempt } from "./attempt.ts";
import type { Phase, Setting } from "./cause.ts";
import type { Classified } from "./classify.ts";
import { parseObject } from "./operation.ts";

/** What is remembered of the last unproductive run of an operation, and what the model reads instead of a repeat. */
export type FailureRecord = {
  /** Tells the model that the advice is binding. */
  readonly MUST: true;
  readonly failure_key: string;
  /** How often the call was sent without success. */
  readonly occurrences: number;
  readonly state: "failed" | "rejected";
  readonly phase: Phase;
  readonly tool: string;
  /** The call in brief, credentials masked. At most 240 characters. */
  readonly operation: string;
  readonly failure_code: string;
  /** The line that bears the cause, when there is one. At most 240 characters. */
  readonly diagnostic?: string;
} & ({ readonly repair: string } | { readonly next_action: string });

const RECORD = 1200;
/** Left free for what a refusal puts before the advice. */
const REFUSAL = 160;
const LINE = 240;
const TOOL = 64;
const VALUE = 100;
/** Characters of a value that are looked through for credentials; only its beginning is shown. */
const SEARCHED = 2000;

export function buildRecord(
  attempt: Attempt,
  { cause, diagnostic }: Classified,
  key: string,
  occurrences: number,
  setting: Setting,
): FailureRecord {
  const advice =
    cause.advice.kind === "repair"
      ? { repair: shorten(cause.advice.text(attempt, setting), 2 * LINE) }
      : { next_action: cause.advice.text };
  const build = (line: number): FailureRecord => ({
    MUST: true,
    failure_key: key,
    occurrences,
    state: cause.state,
    phase: cause.phase,
    tool: shorten(attempt.tool, TOOL),
    operation: shorten(preview(attempt), line),
    failure_code: cause.code,
    ...(diagnostic === undefined ? {} : { diagnostic: shorten(redact(diagnostic.slice(0, SEARCHED)), line) }),
    ...advice,
  });
  // Quotes and backslashes double when the record becomes text.
  let line = LINE;
  while (line > 20 && renderRecord(build(line)).length > RECORD - REFUSAL) line -= 20;
  return build(line);
}

/** The record as the model reads it: one line of JSON, at most 1,200 characters. */
export function renderRecord(record: FailureRecord): string {
  return JSON.stringify(record);
}

/** The failure key of a result that is a refusal by this gate; `undefined` for any other text. */
export function refusedKey(text: string): string | undefined {
  if (!text.startsWith('{"MUST":true,"failure_key":')) return undefined;
  const key = parseObject(text)?.failure_key;
  return typeof key === "string" ? key : undefined;
}

/** The arguments in their own order, long strings cut; the bare text of a command. */
function preview({ arguments: text }: Attempt): string {
  const args = parseObject(text);
  if (args === undefined) return redact(text.slice(0, SEARCHED));
  if (typeof args.command === "string") return redact(args.command.slice(0, SEARCHED));
  return redact(JSON.stringify(brief(args)));
}

function brief(value: Json): Json {
  if (typeof value === "string") return shorten(redact(value.slice(0, SEARCHED)), VALUE);
  if (isArray(value)) return value.slice(0, 8).map(brief);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 12)
      .map(([key, item]) => [key, brief(item)]),
  );
}

/** One line without control characters. */
function shorten(text: string, length: number): string {
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
