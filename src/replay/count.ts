import type { FailureShape } from "../core/failure-shape.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import type { Replayed } from "./judge-recorded.ts";
import type { Leak } from "./leaked-calls.ts";
import type { MessageSetting, RecordedCall } from "./recorded-call.ts";
import { count, dayOf, emptyCounts, entryOf, journalOf, modelOf, type Report } from "./report.ts";

/** The row of calls whose tool nobody has: a name that a model made up may be text. */
const UNKNOWN_TOOL = "(unknown tool)";

export function countCall(
  report: Report,
  { model, day, tool, result, fromText }: RecordedCall,
  { past, now }: Replayed,
): void {
  const entry = modelOf(report, model);
  const counts = entryOf(entry.tools, result === "unknown-tool" ? UNKNOWN_TOOL : tool, emptyCounts);
  counts.calls++;
  if (fromText) entry.inText.mended++;
  const figures = dayOf(report, day);
  figures.calls++;
  if (past !== "ran") {
    counts[past]++;
    figures.slips++;
  }
  switch (now.kind) {
    case "fine":
    case "unknown":
      counts[now.kind]++;
      break;
    case "repaired":
      counts.repaired++;
      figures.repaired++;
      for (const rule of now.rules) count(entry.rules, rule);
      break;
    case "needs-model":
    case "refused":
      counts[now.kind === "refused" ? "refused" : "needsModel"]++;
      for (const shape of new Set(now.shapes.map(shapeLine))) count(report.shapes, shape);
      break;
    default:
      now satisfies never;
  }
}

export function countText(report: Report, { model }: MessageSetting, leak: Leak): void {
  switch (leak.kind) {
    case "none":
      return;
    case "recovered":
      modelOf(report, model).inText.recovered += leak.calls;
      return;
    case "unusable":
      modelOf(report, model).inText.unusable++;
      return;
    default:
      leak satisfies never;
  }
}

/** Counts a line of a journal or a failure corpus. */
export function countLive(report: Report, entry: JsonObject): void {
  const model = `${entry.provider}/${entry.model}`;
  switch (entry.type) {
    case "outcome": {
      const { outcomes, rules } = journalOf(report, model);
      count(outcomes, String(entry.outcome));
      for (const rule of list(entry.rules)) count(rules, String(rule));
      return;
    }
    case "session-totals":
      if (typeof entry.calls === "number") journalOf(report, model).calls += entry.calls;
      return;
    case "refused-call":
      count(report.corpus.codes, `refused: ${entry.failure}`);
      for (const shape of list(entry.shape)) if (isObject(shape)) count(report.corpus.shapes, shapeLine(shape));
      return;
    case "failed-execution":
      count(report.corpus.codes, `failed: ${entry.phase} ${entry.code}`);
      return;
  }
}

function shapeLine({
  path,
  keyword,
  expected,
  received,
}: Readonly<Record<keyof FailureShape, Json>> | JsonObject): string {
  return `${path === "" ? "(whole call)" : path}: ${keyword}, wants ${expected === "" ? "anything" : expected}, got ${received}`;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
