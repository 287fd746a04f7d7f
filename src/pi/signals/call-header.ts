import type { Theme } from "@earendil-works/pi-coding-agent";
import { isObject } from "../../core/json.ts";

const MAX_COLLAPSED = 100;

/**
 * The row of a call whose tool draws none itself: its name and arguments, on one line or, expanded, one below the other.
 */
export function headerOf(name: string, args: unknown, theme: Theme, expanded: boolean): string {
  const title = theme.fg("toolTitle", theme.bold(name));
  const entries = isObject(args) ? Object.entries(args) : [];
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
