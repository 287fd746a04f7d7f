import type { Theme, ToolRenderers } from "@earendil-works/pi-coding-agent";
import { type Component, Container, Text } from "@mariozechner/pi-tui";
import type { CallRecord } from "../signals/call-record.ts";
import { headerOf } from "./call-header.ts";
import { changePieces } from "./describe-record.ts";
import { fitChange, fitLine } from "./fit.ts";
import { line, tone } from "./styled.ts";

type RenderCall = NonNullable<ToolRenderers["renderCall"]>;

/**
 * The renderers of a tool, with a marker below an expanded call that was corrected. What a tool draws itself stays as it
 * is.
 * @param find The record of a call, by its id and arguments.
 */
export function markCalls(
  toolName: string,
  renderers: ToolRenderers | undefined,
  find: (callId: string, args: unknown) => CallRecord | undefined,
): ToolRenderers {
  const inner: RenderCall =
    renderers?.renderCall?.bind(renderers) ??
    ((args, theme, { expanded, toolCallId }) => {
      const name = find(toolCallId, args)?.tool ?? toolName;
      return new Text(headerOf(name, args, theme, expanded), 0, 0);
    });
  const renderCall: RenderCall = (args, theme, context) => {
    const last = context.lastComponent;
    // A renderer may build on what it returned last time: its own component, not ours around it.
    const component = inner(args, theme, { ...context, lastComponent: last instanceof MarkedCall ? last.call : last });
    const record = context.expanded ? find(context.toolCallId, args) : undefined;
    return record === undefined || record.outcome === "refused" ? component : new MarkedCall(component, record, theme);
  };
  return { ...shellOf(renderers), renderCall };
}

function shellOf(renderers: ToolRenderers | undefined): ToolRenderers {
  return {
    ...(renderers?.renderShell !== undefined && { renderShell: renderers.renderShell }),
    ...(renderers?.renderResult !== undefined && { renderResult: renderers.renderResult.bind(renderers) }),
  };
}

class MarkedCall extends Container {
  readonly call: Component;

  constructor(call: Component, record: CallRecord, theme: Theme) {
    super();
    this.call = call;
    this.addChild(call);
    this.addChild({ render: (width) => markerLines(record, width, theme), invalidate: () => undefined });
  }
}

/** The lines of a marker: `[repaired arguments]` with the rules, then each change as before → after. */
export function markerLines(record: CallRecord, width: number, theme: Theme): readonly string[] {
  const { outcome, recovery, rules, changes, findings } = record;
  const title = outcome === "reported" ? "[ignored keys]" : `[${outcome} arguments]`;
  const by = outcome === "recovered" && recovery !== null ? [recovery.model, `${Math.round(recovery.ms)} ms`] : rules;
  return [
    fitLine(
      line(tone(outcome === "reported" ? "muted" : "warning", title), tone("muted", ` ${by.join(", ")}`)),
      width,
      theme,
    ),
    ...changes.map((change) => `  ${fitChange(changePieces(change), width - 2, theme)}`),
    ...findings.map((finding) => `  ${fitLine(line(tone("muted", finding)), width - 2, theme)}`),
  ];
}
