import { isObject, type JsonObject } from "../core/json.ts";
import { countCall, countLive, countText } from "./count.ts";
import { type Judge, judgeRecorded, type Replayed } from "./judge-recorded.ts";
import { judgeText } from "./leaked-calls.ts";
import { readLines } from "./read-lines.ts";
import type { RecordedCall, RecordedText, RecordedTurn } from "./recorded-call.ts";
import { addInvalid, emptyReport, MAX_INVALID, modelOf, type Report } from "./report.ts";
import { createSessionReader } from "./session-reader.ts";

/** What to read of a file, and who listens. */
export interface ReplayOptions extends Judge {
  /** Only calls of this day or later (`2026-01-31`); `""` for all. */
  readonly since: string;
  /** Only models whose `provider/model` contains this. */
  readonly model: string;
  /** A call that did not simply run as it was sent. */
  onSlip(recorded: RecordedCall, replayed: Replayed): void;
  onBytes(bytes: number): void;
}

/** Replays one session, journal or corpus file. A line that cannot be read is counted and named, never fatal. */
export async function replayFile(path: string, options: ReplayOptions): Promise<Report> {
  const report = emptyReport();
  report.inputs.files = 1;
  const invalid = (line: number, why: string) => {
    report.inputs.invalidLines++;
    if (report.invalid.length < MAX_INVALID) addInvalid(report, { file: path, line, why });
  };
  const session = createSessionReader({
    onTurn: (turn) => addTurn(report, turn, options),
    onText: (text) => addText(report, text, options),
  });
  const readEntry = (entry: JsonObject) => {
    if (!LIVE_TYPES.has(entry.type)) session.read(entry);
    else if (isWanted(`${entry.provider}/${entry.model}`, String(entry.time ?? "").slice(0, 10), options))
      countLive(report, entry);
  };
  try {
    await readLines(path, {
      onBytes: (bytes) => {
        report.inputs.bytes += bytes;
        options.onBytes(bytes);
      },
      onOversized: (number) => {
        report.inputs.lines++;
        invalid(number, "longer than 32 MB");
      },
      onLine: (text, number) => {
        report.inputs.lines++;
        if (isBlank(text)) return;
        const entry = parseLine(number === 1 ? text.replace(BYTE_ORDER_MARK, "") : text);
        const problem = typeof entry === "string" ? entry : whyUnread(() => readEntry(entry));
        if (problem !== undefined) invalid(number, problem);
      },
    });
  } catch (error) {
    invalid(report.inputs.lines + 1, `cannot be read further (${error instanceof Error ? error.message : error})`);
  }
  const problem = whyUnread(() => session.end());
  if (problem !== undefined) invalid(report.inputs.lines, problem);
  return report;
}

/** Lines of journals and failure corpora, which say for themselves what they are. */
const LIVE_TYPES: ReadonlySet<unknown> = new Set(["outcome", "session-totals", "refused-call", "failed-execution"]);

const BYTE_ORDER_MARK = /^\ufeff/;

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

/** What nests too deeply for the stack must not cost the rest of the file. */
function whyUnread(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof RangeError
      ? "nested too deeply"
      : `cannot be judged (${error instanceof Error ? error.name : error})`;
  }
}

function addTurn(report: Report, { calls, answerTokens }: RecordedTurn, options: ReplayOptions): void {
  let failed = 0;
  let repairedOfFailed = 0;
  let model = "";
  for (const recorded of calls) {
    if (!isWanted(recorded.model, recorded.day, options)) continue;
    model = recorded.model;
    const replayed = judgeRecorded(recorded, options);
    countCall(report, recorded, replayed);
    if (replayed.past !== "ran") options.onSlip(recorded, replayed);
    if (replayed.past !== "failed") continue;
    failed++;
    if (replayed.now.kind === "repaired") repairedOfFailed++;
  }
  // One answer of the model follows a turn however many of its calls failed; it is saved only when none still fails.
  if (failed === 0 || repairedOfFailed < failed || answerTokens === undefined) return;
  const entry = modelOf(report, model);
  entry.roundTrips++;
  entry.tokens += answerTokens;
}

function addText(report: Report, text: RecordedText, options: ReplayOptions): void {
  if (isWanted(text.model, text.day, options))
    countText(report, text, judgeText(text, options.fallbackTools, options.engine));
}

function isWanted(model: string, day: string, options: ReplayOptions): boolean {
  return model.includes(options.model) && (options.since === "" || day >= options.since);
}
