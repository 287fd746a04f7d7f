import type { Report, ToolCounts } from "./report.ts";

/** The report as text for a terminal, widest 100 columns. */
export function renderText(report: Report): string {
  const { inputs } = report;
  const lines = [
    `${number(inputs.files)} files, ${number(inputs.lines)} lines, ${number(inputs.invalidLines)} of them unreadable`,
    "",
  ];
  for (const [model, { tools, rules, roundTrips, tokens }] of byName(report.models)) {
    lines.push(model, ...table(tools));
    const used = Object.entries(rules).toSorted(([, a], [, b]) => b - a);
    if (used.length > 0) lines.push(`  repaired by   ${used.map(([rule, n]) => `${rule} ${number(n)}`).join(", ")}`);
    if (roundTrips > 0) lines.push(`  would save    ${number(roundTrips)} round trips, ${number(tokens)} tokens`);
    lines.push("");
  }
  const shapes = Object.entries(report.shapes).toSorted(([, a], [, b]) => b - a);
  if (shapes.length > 0) lines.push("Most frequent shapes that stay refused");
  for (const [shape, n] of shapes.slice(0, 15)) lines.push(`  ${number(n).padStart(8)}  ${shape}`);
  if (shapes.length > 0) lines.push("");
  const journal = byName(report.journal);
  if (journal.length > 0) lines.push("Recorded live by journals");
  for (const [model, outcomes] of journal) lines.push(`  ${model}  ${pairs(outcomes)}`);
  if (Object.keys(report.corpus).length > 0) lines.push(`Failure corpora: ${pairs(report.corpus)}`);
  for (const { file, line, why } of report.invalid.slice(0, 10)) lines.push(`unreadable  ${file}:${line}  ${why}`);
  return lines.join("\n").trimEnd();
}

const COLUMNS: readonly (readonly [keyof ToolCounts, string])[] = [
  ["calls", "calls"],
  ["failed", "failed"],
  ["distorted", "distorted"],
  ["repaired", "repaired"],
  ["needsModel", "needs model"],
  ["refused", "refused"],
  ["unknownSchema", "unknown"],
];

function table(tools: Readonly<Record<string, ToolCounts>>): readonly string[] {
  const rows = byName(tools);
  const width = Math.max(4, ...rows.map(([tool]) => Math.min(tool.length, 32)));
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.slice(0, 32).padEnd(width)}${cells.map((cell) => cell.padStart(12)).join("")}`;
  return [
    line(
      "tool",
      COLUMNS.map(([, title]) => title),
    ),
    ...rows.map(([tool, counts]) =>
      line(
        tool,
        COLUMNS.map(([key]) => number(counts[key])),
      ),
    ),
  ];
}

function pairs(record: Readonly<Record<string, number>>): string {
  return byName(record)
    .map(([name, n]) => `${name} ${number(n)}`)
    .join(", ");
}

function byName<T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function number(n: number): string {
  return n.toLocaleString("en-US");
}
