import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isObject } from "../core/json.ts";
import type { Command, Io } from "./io.ts";
import { type Case, judgeCase, type Mark } from "./judge-case.ts";

const usage = `Usage: pi-tool-recovery cases FILE.jsonl… [options]

Runs every case of the files with today's rules and compares the outcome with the expected one.

  --json             One JSON object: totals, a row per kind, and every case that is not right
  --recovery off     Rules only, the default and the only choice: a recovery model is never asked here
  --deviations FILE  Lines \`<id> <reason>\` of cases whose expectation is not shared: listed, not counted
  --kind TEXT        Only kinds that contain the text
  --show N           Print at most N cases per mark (default 20)
  --min SHARE        The share that must be right, 0 to 1 (default 0)

Exit codes: 0 good; 1 a wrong repair, a changed or refused valid call, or less right than --min; 2 wrong usage
or an unreadable file.`;

interface Row {
  readonly row: Case;
  readonly mark: Mark;
  readonly got: string;
}

/** `cases`: the outcomes of today's rules on recorded calls, against what should have come out. */
export const cases: Command = {
  usage,
  async run(argv, io) {
    const options = readOptions(argv);
    if (typeof options === "string") {
      io.err(`${options}\n\n${usage}`);
      return 2;
    }
    const input = readInput(options);
    if (typeof input === "string") {
      io.err(input);
      return 2;
    }
    const { deviations } = input;
    const rows = input.rows.filter((row) => row.kind.includes(options.kind));
    const judged = rows.map((row) => ({ row, ...judgeCase(row) }));
    const counted = judged.filter(({ row }) => !deviations.has(row.id));
    const report = options.json ? printJson : printText;
    report(counted, deviations, options.show, io);
    const right = counted.filter(({ mark }) => mark === "right").length;
    const share = counted.length === 0 ? 1 : right / counted.length;
    return counted.some(({ mark }) => mark === "wrong") || share < options.min ? 1 : 0;
  },
};

interface Options {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly deviations: string | undefined;
  readonly kind: string;
  readonly show: number;
  readonly min: number;
}

function readOptions(argv: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        recovery: { type: "string", default: "off" },
        deviations: { type: "string" },
        kind: { type: "string", default: "" },
        show: { type: "string", default: "20" },
        min: { type: "string", default: "0" },
      },
    });
    if (positionals.length === 0) return "No case file given.";
    if (values.recovery !== "off") return `--recovery takes "off", not "${values.recovery}".`;
    const min = Number(values.min);
    if (!(min >= 0 && min <= 1)) return `--min takes a share from 0 to 1, not "${values.min}".`;
    const show = Number(values.show);
    if (!Number.isInteger(show) || show < 0) return `--show takes a whole number, not "${values.show}".`;
    return { files: positionals, json: values.json, deviations: values.deviations, kind: values.kind, show, min };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Input {
  readonly rows: readonly Case[];
  readonly deviations: ReadonlyMap<string, string>;
}

/** @returns What is wrong with the files, when they cannot be read. */
function readInput({ files, deviations }: Options): Input | string {
  try {
    return {
      rows: files.flatMap(readCases),
      deviations: deviations === undefined ? new Map() : readDeviations(deviations),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readCases(file: string): Case[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) => {
    if (line.trim() === "") return [];
    const row = parseCase(line);
    if (row === undefined) throw new Error(`${file}:${at + 1}: not a case: it needs id, kind, emitted and expected.`);
    return [row];
  });
}

function parseCase(line: string): Case | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return isCase(row) ? row : undefined;
  } catch {
    return undefined;
  }
}

function isCase(row: unknown): row is Case {
  if (!isObject(row) || !isObject(row.emitted) || !isObject(row.expected)) return false;
  return typeof row.id === "string" && typeof row.kind === "string";
}

function readDeviations(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, "utf8").split("\n");
  const entries = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return new Map(entries.map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]));
}

const marks: readonly Mark[] = ["right", "wrong", "missed", "let-through"];

function printText(judged: readonly Row[], deviations: ReadonlyMap<string, string>, show: number, io: Io): void {
  for (const mark of marks.slice(1)) {
    for (const { row, got } of judged.filter((entry) => entry.mark === mark).slice(0, show)) {
      io.out(`${mark}  ${row.id}  (${row.kind})`);
      io.out(`  emitted   ${cut(JSON.stringify(row.emitted))}`);
      io.out(`  expected  ${cut(JSON.stringify(row.expected))}`);
      io.out(`  got       ${cut(got)}`);
    }
  }
  const kinds = countByKind(judged);
  const width = Math.max(4, ...[...kinds.keys()].map((kind) => kind.length));
  const line = (kind: string, cells: readonly (string | number)[]) =>
    io.out(`${kind.padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join("")}`);
  line("kind", marks);
  for (const [kind, counts] of kinds)
    line(
      kind,
      marks.map((mark) => counts[mark]),
    );
  line(
    "all",
    marks.map((mark) => judged.filter((entry) => entry.mark === mark).length),
  );
  for (const [id, reason] of deviations) io.out(`deviation  ${id}  ${reason}`);
}

function printJson(judged: readonly Row[], deviations: ReadonlyMap<string, string>, _show: number, io: Io): void {
  const totals = Object.fromEntries(marks.map((mark) => [mark, judged.filter((entry) => entry.mark === mark).length]));
  const cases = judged
    .filter(({ mark }) => mark !== "right")
    .map(({ row, mark, got }) => ({ id: row.id, kind: row.kind, mark, got }));
  const kinds = Object.fromEntries(countByKind(judged));
  io.out(JSON.stringify({ totals, kinds, cases, deviations: Object.fromEntries(deviations) }));
}

function countByKind(judged: readonly Row[]): ReadonlyMap<string, Record<Mark, number>> {
  const kinds = new Map<string, Record<Mark, number>>();
  for (const { row, mark } of judged) {
    const counts = kinds.get(row.kind) ?? { right: 0, wrong: 0, missed: 0, "let-through": 0 };
    counts[mark]++;
    kinds.set(row.kind, counts);
  }
  return new Map([...kinds].toSorted(([a], [b]) => a.localeCompare(b)));
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
}
