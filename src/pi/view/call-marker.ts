import type { Theme } from "@earendil-works/pi-coding-agent";
import { type Component, Container } from "@mariozechner/pi-tui";
import type { CallRecord } from "../signals/call-record.ts";
import { changePieces } from "./describe-record.ts";
import { fitChange, fitLine } from "./fit.ts";
import { line, type Painter, type Piece, tone } from "./styled.ts";

/** A call as its tool draws it, with the marker below, `indent` columns in. */
export function mark(call: Component, record: CallRecord, theme: Theme, indent: number): Component {
  return new MarkedCall(call, record, theme, indent);
}

/** What the tool itself drew. */
export function unmark(component: Component): Component {
  return component instanceof MarkedCall ? component.call : component;
}

class MarkedCall extends Container {
  readonly call: Component;

  constructor(call: Component, record: CallRecord, theme: Theme, indent: number) {
    super();
    this.call = call;
    this.addChild(call);
    const blanks = " ".repeat(indent);
    this.addChild({
      render: (width) => markerLines(record, width - 2 * indent, theme).map((text) => blanks + text),
      invalidate: () => undefined,
    });
  }
}

/** The lines of a marker: `[repaired arguments]` with the rules, then each change as before → after. */
export function markerLines(record: CallRecord, width: number, theme: Painter): readonly string[] {
  const { outcome, recovery, rules, changes, findings, source } = record;
  const by = outcome === "recovered" && recovery !== null ? [recovery.model, `${Math.round(recovery.ms)} ms`] : rules;
  return [
    ...(source === "text" ? [fitLine(line(tone("muted", "[call found in text]")), width, theme)] : []),
    ...(outcome === "untouched"
      ? []
      : [fitLine(line(titleOf(outcome), tone("muted", ` ${by.join(", ")}`)), width, theme)]),
    ...changes.map((change) => `  ${fitChange(changePieces(change), width - 2, theme)}`),
    ...findings.map((finding) => `  ${fitLine(line(tone("muted", finding)), width - 2, theme)}`),
  ];
}

function titleOf(outcome: CallRecord["outcome"]): Piece {
  return outcome === "reported" ? tone("muted", "[ignored keys]") : tone("warning", `[${outcome} arguments]`);
}
