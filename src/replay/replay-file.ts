import type { Tool } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import type { FailureShape } from "../core/failure-shape.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import type { Host } from "../core/verdict.ts";
import { judgeRecorded, type Replayed } from "./judge-recorded.ts";
import { readLines } from "./read-lines.ts";
import { createSessionReader, type RecordedCall, type RecordedTurn } from "./recorded-calls.ts";
import { count, emptyCounts, emptyReport, entryOf, MAX_INVALID, type Report } from "./report.ts";

/** What to read of a file, and who listens. */
export interface ReplayOptions {
  readonly engine: Engine;
  readonly host: Host;
  readonly fallbackTools: ReadonlyMap<string, Tool>;
  /** Only calls of this day or later (`2026-01-31`); `""` for all. */
  readonly since: string;
  /** Only models whose `provider/model` contains this. */
  readonly model: string;
  onSlip(recorded: RecordedCall, replayed: Replayed): void;
  onBytes(bytes: number): void;
}

/** Replays one session, journal or corpus file. A line that cannot be read is counted and named, never fatal. */
export async function replayFile(path: string, options: ReplayOptions): Promise<Report> {
  const report = emptyReport();
  report.inputs.files = 1;
  const invalid = (line: number, why: string) => {
    report.inputs.invalidLines++;
    if (report.invalid.length < MAX_INVALID) report.invalid.push({ file: path, line, why });
  };
  const session = createSessionReader((turn) => addTurn(report, turn, options));
  try {
    await readLines(path, {
      onBytes: (bytes) => {
        report.inputs.bytes += bytes;
        options.onBytes(bytes);
      },
      onOversized: (number) => invalid(number, "longer than 128 MB"),
      onLine: (text, number) => {
        report.inputs.lines++;
        if (isBlank(text)) return;
        const entry = parseLine(text);
        if (typeof entry === "string") return invalid(number, entry);
        if (isLiveRecord(entry)) addLiveRecord(report, entry, options);
        else session.read(entry);
      },
    });
  } catch (error) {
    invalid(report.inputs.lines + 1, `cannot be read further (${error instanceof Error ? error.message : error})`);
  }
  session.end();
  return report;
}

function isBlank(text: string): boolean {
  return text === "" || text === "\r";
}

function parseLine(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : "not a JSON object";
  } catch {
    // The parser's message quotes the line, which may hold anything.
    return "not JSON";
  }
}

function addTurn(report: Report, { calls, nextTokens }: RecordedTurn, options: ReplayOptions): void {
  let failed = 0;
  let repairedOfFailed = 0;
  let model = "";
  for (const recorded of calls) {
    if (!isWanted(recorded.model, recorded.day, options)) continue;
    model = recorded.model;
    const replayed = judgeRecorded(recorded, options.fallbackTools, options.engine, options.host);
    addCall(report, recorded, replayed);
    if (!("slip" in replayed)) continue;
    options.onSlip(recorded, replayed);
    if (replayed.slip !== "failed") continue;
    failed++;
    if (replayed.kind === "repaired") repairedOfFailed++;
  }
  // One answer of the model follows a turn however many of its calls failed; it is saved only when none still fails.
  if (failed === 0 || repairedOfFailed < failed) return;
  const entry = modelOf(report, model);
  entry.roundTrips++;
  entry.tokens += nextTokens;
}

function addCall(report: Report, { model, day, call, result }: RecordedCall, replayed: Replayed): void {
  const entry = modelOf(report, model);
  const counts = entryOf(entry.tools, result === "unknown-tool" ? "(unknown tool)" : call.name, emptyCounts);
  counts.calls++;
  const figures = entryOf(report.days, day, () => ({ calls: 0, slips: 0, repaired: 0 }));
  figures.calls++;
  if ("slip" in replayed) {
    counts[replayed.slip]++;
    figures.slips++;
  }
  switch (replayed.kind) {
    case "fine":
      counts.fine++;
      break;
    case "unknown-schema":
      counts.unknownSchema++;
      break;
    case "repaired":
      counts.repaired++;
      figures.repaired++;
      for (const rule of replayed.rules) count(entry.rules, rule);
      break;
    case "needs-model":
    case "refused":
      counts[replayed.kind === "refused" ? "refused" : "needsModel"]++;
      for (const shape of new Set(replayed.shapes.map(shapeLine))) count(report.shapes, shape);
      break;
    default:
      replayed satisfies never;
  }
}

function shapeLine({ path, keyword, expected, received }: FailureShape): string {
  return `${path === "" ? "(whole call)" : path}: ${keyword}, wants ${expected === "" ? "anything" : expected}, got ${received}`;
}

function modelOf(report: Report, model: string): Report["models"][string] {
  return entryOf(report.models, model, () => ({ tools: {}, rules: {}, roundTrips: 0, tokens: 0 }));
}

/** Lines of journals and failure corpora, which say for themselves what they are. */
function isLiveRecord(entry: JsonObject): boolean {
  return LIVE_TYPES.has(String(entry.type));
}

const LIVE_TYPES: ReadonlySet<string> = new Set(["outcome", "session-totals", "refused-call", "failed-execution"]);

function addLiveRecord(report: Report, entry: JsonObject, options: ReplayOptions): void {
  const model = `${entry.provider}/${entry.model}`;
  if (!isWanted(model, String(entry.time ?? "").slice(0, 10), options)) return;
  if (entry.type === "outcome")
    count(
      entryOf(report.journal, model, () => ({})),
      String(entry.outcome),
    );
  if (entry.type === "refused-call") count(report.corpus, `refused: ${entry.failure}`);
  if (entry.type === "failed-execution") count(report.corpus, `failed: ${entry.code}`);
}

function isWanted(model: string, day: string, options: ReplayOptions): boolean {
  return model.includes(options.model) && (options.since === "" || day >= options.since);
}
