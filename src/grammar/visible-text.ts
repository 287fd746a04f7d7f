import type { Family } from "./family.ts";
import { selectFamilies } from "./index.ts";
import { scanText } from "./scan-text.ts";

/** The part of a text that is still being written which is not markup of a call. */
export function visibleText(text: string, families: readonly string[]): string {
  const marked = selectFamilies(families).filter((family) => family.extent === "marked");
  const readings = stops(text).map((end) => shown(text.slice(0, end), marked));
  return readings.reduce<string>(
    (shortest, reading = text) => (reading.length < shortest.length ? reading : shortest),
    text,
  );
}

/** The text without the markup it ends with; `undefined` when it ends with none. */
function shown(text: string, families: readonly Family[]): string | undefined {
  const scan = scanText(text, families);
  if (scan.kind === "calls") return scan.remainder;
  return scan.kind === "unusable" ? text.slice(0, text.length - scan.markup.length).trimEnd() : undefined;
}

/** Characters before the end within which a piece of markup may be half written. */
const REACH = 60;

/** The end of the text, and the places before it where a tag, a fence or an argument began that is not finished yet. */
function stops(text: string): readonly number[] {
  const offset = Math.max(0, text.length - REACH);
  const starts = Array.from(text.slice(offset).matchAll(/<|`+|[,([:]/g), ({ index }) => offset + index);
  return [text.length, ...starts.slice(-3).toReversed()];
}
