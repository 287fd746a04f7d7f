import type { JsonObject } from "../../core/json.ts";
import { type CallRecord, fieldOf, type SentCall, type ShownChange } from "../signals/call-record.ts";
import { oneLine } from "../signals/shown-value.ts";
import { diffLines } from "./line-diff.ts";
import { type Line, line, type Piece, type Tone, tone } from "./styled.ts";

const tones: Readonly<Record<CallRecord["outcome"], Tone>> = {
  untouched: "muted",
  repaired: "good",
  recovered: "warning",
  reported: "muted",
  refused: "bad",
};

/** The whole of a call's record: what it was, what was done, and the difference. */
export function describeRecord(record: CallRecord): readonly Line[] {
  const { recovery, findings, reason } = record;
  return [
    line(
      outcomePiece(record),
      " ",
      tone("title", record.tool),
      tone("muted", ` · ${record.model} · ${timeOf(record)}`),
    ),
    ...(record.observed
      ? [line(tone("muted", "observed "), "nothing was changed: the call went to pi as it was sent")]
      : []),
    ...(record.source === "text" ? [line(tone("muted", "source   "), "written as text")] : []),
    ...(record.rules.length > 0 ? [line(tone("muted", "rules    "), record.rules.join(", "))] : []),
    ...(recovery === null ? [] : [line(tone("muted", "asked    "), costLine(recovery))]),
    ...(reason === "" ? [] : [line(tone("muted", "reason   "), tone("bad", reason))]),
    ...findings.map((finding) =>
      line(tone("muted", record.outcome === "refused" ? "finding  " : "ignored  "), finding),
    ),
    ...record.changes.map((change) => line(tone("muted", "changed  "), ...changePieces(change))),
    line(),
    ...diffOf(record),
  ];
}

/** One line of the log: outcome, tool, and what it was about. */
export function summarize(record: CallRecord): Line {
  const { rules, findings, reason, observed } = record;
  const about = rules.length > 0 ? rules.join(", ") : reason || findings.join(", ");
  return line(
    tone("dim", timeOf(record)),
    " ",
    outcomePiece(record, 9),
    " ",
    tone("title", record.tool),
    tone("muted", ` ${about}${observed ? " · only observed" : ""}`),
  );
}

/** What a filter looks at. */
export function searchText({ outcome, source, tool, originalName, model, rules, reason }: CallRecord): string {
  return [outcome === "untouched" ? "" : outcome, source, tool, originalName, model, ...rules, reason]
    .join(" ")
    .toLowerCase();
}

/** `path: file_path → path`; only where, when what it was is not known any more. */
export function changePieces({ path, before, after, rule }: ShownChange): Line {
  const place = fieldOf(path);
  if (before === null || after === null) return line(place, tone("muted", ` by ${rule}`));
  return line(
    `${place}: `,
    tone("removed", before || "nothing"),
    tone("muted", " → "),
    tone("added", after || "left out"),
  );
}

function outcomePiece({ outcome }: CallRecord, width = 0): Piece {
  return tone(tones[outcome], (outcome === "untouched" ? "from text" : outcome).padEnd(width));
}

function timeOf({ at }: CallRecord): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

function costLine({ model, inputTokens, outputTokens, cost, ms }: NonNullable<CallRecord["recovery"]>): string {
  const price = cost > 0 ? `, $${cost.toFixed(cost < 0.01 ? 5 : 2)}` : "";
  return `${oneLine(model)}: ${inputTokens} tokens in, ${outputTokens} out, ${Math.round(ms)} ms${price}`;
}

function diffOf({ originalName, tool, sent, ran, outcome }: CallRecord): readonly Line[] {
  if (sent === null) return [line(tone("muted", "The call as it was sent is not in this session."))];
  if (ran === null || outcome === "reported" || outcome === "untouched")
    return textOf(originalName, sent).map((text) => line(`  ${text}`));
  return diffLines(textOf(originalName, sent), textOf(tool, { arguments: ran })).map(({ kind, text }) => {
    switch (kind) {
      case "same":
        return line(tone("muted", `  ${text}`));
      case "removed":
        return line(tone("removed", `- ${text}`));
      case "added":
        return line(tone("added", `+ ${text}`));
      default:
        return kind satisfies never;
    }
  });
}

function textOf(name: string, sent: SentCall): readonly string[] {
  const text = "raw" in sent ? sent.raw : pretty(sent.arguments);
  return `${name} ${text}`.split("\n").map((part) => oneLine(part.replaceAll("\t", "  ")));
}

function pretty(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}
