import { type ModelReport, type Report, slipsOf, type ToolCounts } from "./report.ts";
import { toolColumns } from "./tool-columns.ts";

/** The report as text for a terminal. */
export function renderText(report: Report): string {
  const { inputs, corpus } = report;
  const sections = [
    [`${number(inputs.files)} files, ${number(inputs.lines)} lines, ${number(inputs.invalidLines)} of them unreadable`],
    ...byName(report.models).map(([name, model]) => [printable(name), ...modelLines(model)]),
    ranking("Most frequent shapes that rules do not repair", report.shapes),
    journalLines(report),
    ranking("Recorded by failure corpora", corpus.codes),
    ranking("Shapes of refused calls in failure corpora", corpus.shapes),
    report.invalid.slice(0, MAX_INVALID).map(({ file, line, why }) => `unreadable  ${printable(file)}:${line}  ${why}`),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

const MAX_INVALID = 10;
const MAX_RANKS = 15;

function modelLines({ tools, rules, roundTrips, tokens, inText }: ModelReport): readonly string[] {
  const used = Object.entries(rules).toSorted(([, a], [, b]) => b - a);
  const lines = Object.keys(tools).length === 0 ? [] : table(tools);
  return [
    ...lines,
    ...(used.length > 0 ? [`  repaired by   ${pairs(used)}`] : []),
    ...(roundTrips > 0 ? [`  would save    ${number(roundTrips)} round trips, ${number(tokens)} tokens`] : []),
    ...(Object.values(inText).some((n) => n > 0) ? [`  in the text   ${textLine(inText)}`] : []),
  ];
}

function textLine({ mended, recovered, unusable }: ModelReport["inText"]): string {
  return `${number(mended)} ran as calls, ${number(recovered)} would run today, ${number(unusable)} must not`;
}

const MAX_NAME = 28;

function table(tools: Readonly<Record<string, ToolCounts>>): readonly string[] {
  const rows = byName(tools).toSorted(([, a], [, b]) => slipsOf(b) - slipsOf(a));
  const width = Math.max(4, ...rows.map(([tool]) => Math.min(tool.length, MAX_NAME)));
  const line = (name: string, cells: readonly string[]) =>
    `  ${printable(name).slice(0, MAX_NAME).padEnd(width)}${cells.map((cell, at) => cell.padStart(widthOf(at))).join("")}`;
  return [
    line(
      "tool",
      toolColumns.map(([, title]) => title),
    ),
    ...rows.map(([tool, counts]) =>
      line(
        tool,
        toolColumns.map(([key]) => number(counts[key])),
      ),
    ),
  ];
}

/** Room for seven digits with their separators, two blanks in front. */
function widthOf(column: number): number {
  return Math.max(11, (toolColumns[column]?.[1].length ?? 0) + 2);
}

function journalLines({ journal }: Report): readonly string[] {
  const models = byName(journal);
  if (models.length === 0) return [];
  const lines = models.flatMap(([model, { calls, outcomes, rules }]) => {
    const used = Object.entries(rules).toSorted(([, a], [, b]) => b - a);
    return [
      `  ${printable(model)}  ${number(calls)} calls: ${pairs(byName(outcomes))}`,
      ...(used.length > 0 ? [`    repaired by ${pairs(used)}`] : []),
    ];
  });
  return ["Recorded live by journals", ...lines];
}

function ranking(title: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return [];
  return [title, ...sorted.slice(0, MAX_RANKS).map(([name, n]) => `  ${number(n).padStart(9)}  ${printable(name)}`)];
}

function pairs(entries: readonly (readonly [string, number])[]): string {
  return entries.map(([name, n]) => `${printable(name)} ${number(n)}`).join(", ");
}

function byName<T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Names come from files: nothing in them may move the cursor, change colours or turn the reading direction. */
function printable(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

const FORMAT = new Intl.NumberFormat("en-US");

function number(n: number): string {
  return FORMAT.format(n);
}
