import { isObject, type JsonObject } from "../core/json.ts";
import { emptyCounts, emptyReport, FORMAT, type Report, VERSION } from "./report.ts";

/** Whether a parsed file is a report of this version: every figure a number, every name where it belongs. */
export function isReport(value: unknown): value is Report {
  if (!isObject(value) || value.format !== FORMAT || value.version !== VERSION) return false;
  const { inputs, invalid, models, shapes, days, journal, corpus } = value;
  return (
    hasCounts(inputs, emptyReport().inputs) &&
    Array.isArray(invalid) &&
    invalid.every((line) => isObject(line) && typeof line.file === "string" && typeof line.line === "number") &&
    isCounts(shapes) &&
    isRecordOf(models, isModelReport) &&
    isRecordOf(days, (day) => hasCounts(day, { calls: 0, slips: 0, repaired: 0 })) &&
    isRecordOf(
      journal,
      (entry) => hasCounts(entry, { calls: 0 }) && isCounts(entry.outcomes) && isCounts(entry.rules),
    ) &&
    isObject(corpus) &&
    isCounts(corpus.codes) &&
    isCounts(corpus.shapes)
  );
}

function isModelReport(value: JsonObject): boolean {
  return (
    hasCounts(value, { roundTrips: 0, tokens: 0 }) &&
    isRecordOf(value.tools, (counts) => hasCounts(counts, emptyCounts())) &&
    isCounts(value.rules) &&
    hasCounts(value.inText, { mended: 0, recovered: 0, unusable: 0 })
  );
}

function isRecordOf(value: unknown, fits: (entry: JsonObject) => boolean): boolean {
  return isObject(value) && Object.values(value).every((entry) => isObject(entry) && fits(entry));
}

function isCounts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((n) => typeof n === "number");
}

function hasCounts(value: unknown, expected: object): boolean {
  return isObject(value) && Object.keys(expected).every((name) => typeof value[name] === "number");
}
