import { selectFamilies } from "./index.ts";
import { scanText } from "./scan-text.ts";

/** The part of a text that is still being written which is not markup of a call. */
export function visibleText(text: string, families: readonly string[]): string {
  const scan = scanText(
    text,
    selectFamilies(families).filter((family) => family.extent === "marked"),
  );
  if (scan.kind === "calls") return scan.remainder;
  return scan.kind === "unusable" ? text.slice(0, text.length - scan.markup.length).trimEnd() : text;
}
