import { unquote, untag } from "./peel.ts";

/**
 * The texts that may be meant when a value is to be read as a list or object: itself, what stands inside call tags, a code
 * fence, quotes or after the property's own name, and a bracket around several values.
 */
export function jsonTexts(text: string, key: string): readonly string[] {
  const found = new Set([text]);
  for (const layer of [0, 1]) {
    for (const known of [...found]) {
      const inner = [untag(known, key), unfence(known), layer === 0 ? unquote(known) : undefined, label(known, key)];
      for (const piece of inner) if (piece !== undefined && /[[{("']/.test(piece)) found.add(piece);
    }
  }
  for (const known of [...found]) {
    const several = asList(known.trim());
    if (several !== undefined) found.add(several);
  }
  return [...found];
}

/** The text inside one code fence around all of it. */
function unfence(text: string): string | undefined {
  const trimmed = text.trim();
  const fence = trimmed.slice(0, 3);
  if ((fence !== "```" && fence !== "~~~") || trimmed.length < 6 || !trimmed.endsWith(fence)) return undefined;
  return trimmed.slice(3, -3).replace(/^[\w-]*(?:\r?\n)?/, "");
}

/** The text after the property's own name: `tags = ["a"]` for `tags`. */
function label(text: string, key: string): string | undefined {
  const named = /^\s*["']?([\w-]+)["']?\s*[:=]\s*(?=[[{(])/.exec(text);
  return named !== null && named[1] === key ? text.slice(named[0].length) : undefined;
}

/** Objects one after the other, by commas or one a line, as the list they are the items of. */
function asList(text: string): string | undefined {
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  return /\}\s*,\s*\{/.test(text) ? `[${text}]` : /\}\s+\{/.test(text) ? lines(text) : undefined;
}

function lines(text: string): string | undefined {
  const rows = text.split("\n").filter((row) => row.trim() !== "");
  return rows.every((row) => /^\s*\{.*\}\s*$/.test(row)) ? `[${rows.join(",")}]` : undefined;
}
