import type { Theme, ToolRenderers } from "@earendil-works/pi-coding-agent";
import { type Component, Text } from "@mariozechner/pi-tui";
import type { Feature } from "../app.ts";
import type { CallRecord } from "./call-record.ts";

type RenderCall = NonNullable<ToolRenderers["renderCall"]>;

/** What rows need to show a marker. It is loaded with the session, and pi may draw rows before that. */
export interface Marking {
  /** The record of the call a row shows. */
  find(callId: string, args: unknown): CallRecord | undefined;
  /** The call with the marker below it, `indent` columns in. */
  mark(call: Component, record: CallRecord, theme: Theme, indent: number): Component;
  /** What the tool itself drew, inside a marked call. */
  unmark(component: Component): Component;
}

/** Draws a marker below calls that were corrected. pi may ask for the rows of a session before the session starts. */
export const drawMarkers: Feature = ({ pi, plugs }) => {
  // Older versions of pi have no tool renderers.
  pi.registerToolRenderer?.((toolName, next) => markRows(toolName, next(), () => plugs.marking?.()));
};

/**
 * The renderers of a tool, with a marker below an expanded call that was corrected. What a tool draws itself stays as it
 * is.
 */
export function markRows(
  toolName: string,
  renderers: ToolRenderers | undefined,
  marking: () => Marking | undefined,
): ToolRenderers {
  const inner: RenderCall =
    renderers?.renderCall?.bind(renderers) ??
    ((args, theme, { expanded, toolCallId }) => {
      const name = marking()?.find(toolCallId, args)?.tool ?? toolName;
      return new Text(headerOf(name, args, theme, expanded), 0, 0);
    });
  return {
    ...(renderers?.renderShell !== undefined && { renderShell: renderers.renderShell }),
    ...(renderers?.renderResult !== undefined && { renderResult: renderers.renderResult.bind(renderers) }),
    renderCall(args, theme, context) {
      const ready = marking();
      if (ready === undefined) return inner(args, theme, context);
      // A renderer may build on what it returned last time: its own component, not ours around it.
      const last = context.lastComponent;
      const call = inner(args, theme, { ...context, lastComponent: last && ready.unmark(last) });
      // A tool that frames its own row pads it too.
      const indent = renderers?.renderShell === "self" ? context.outputPad : 0;
      const record = context.expanded ? ready.find(context.toolCallId, args) : undefined;
      return record === undefined || record.outcome === "refused" ? call : ready.mark(call, record, theme, indent);
    },
  };
}

const MAX_COLLAPSED = 100;

/**
 * The row of a call whose tool draws none itself: its name and arguments, on one line or, expanded, one below the other.
 */
function headerOf(name: string, args: unknown, theme: Theme, expanded: boolean): string {
  const title = theme.fg("toolTitle", theme.bold(name));
  const entries = typeof args === "object" && args !== null ? Object.entries(args) : [];
  if (entries.length === 0) return title;
  if (!expanded) {
    const pairs = entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(" ");
    const shown = pairs.length > MAX_COLLAPSED ? `${pairs.slice(0, MAX_COLLAPSED - 1)}…` : pairs;
    return `${title} ${theme.fg("muted", shown)}`;
  }
  const rows = entries.map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    return `  ${key}: ${text.replaceAll("\r", "").replaceAll("\t", "   ").replaceAll("\n", "\n    ")}`;
  });
  return `${title}\n${theme.fg("muted", rows.join("\n"))}`;
}
