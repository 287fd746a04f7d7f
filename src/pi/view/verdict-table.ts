import type { Verdict } from "../../protocol/calibrate.ts";
import { oneLine } from "../signals/shown-value.ts";
import { type Line, line, type Tone, tone } from "./styled.ts";

/** A model and what was found out about it. */
export interface VerdictRow {
  /** `provider/model`. */
  readonly model: string;
  readonly verdict: Verdict;
}

const HEAD = ["Model", "Verdict", "Variant", "Reason"] as const;
const GAP = "  ";

/** How models call tools, one row a model. */
export function verdictTable(rows: readonly VerdictRow[]): readonly Line[] {
  const cells = rows.map(({ model, verdict }) => [
    oneLine(model),
    verdict.kind,
    verdict.kind === "text-protocol" ? verdict.variant : "–",
    oneLine(verdict.reason),
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const padded = (row: readonly string[]) =>
    row.map((cell, at) => (at === HEAD.length - 1 ? cell : cell.padEnd(widths[at] ?? 0) + GAP));
  return [
    line(tone("muted", padded(HEAD).join(""))),
    ...cells.map((row, at) => {
      const [model = "", kind = "", ...rest] = padded(row);
      return line(model, tone(toneOf(rows[at]?.verdict), kind), tone("muted", rest.join("")));
    }),
  ];
}

function toneOf(verdict: Verdict | undefined): Tone {
  switch (verdict?.kind) {
    case "native":
    case "text-protocol":
      return "good";
    case "none":
      return "bad";
    case "unknown":
    case undefined:
      return "warning";
    default:
      return verdict satisfies never;
  }
}
