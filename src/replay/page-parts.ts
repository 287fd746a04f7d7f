/** The pieces of HTML the page is made of. Every text is escaped here and nowhere else. */

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const FORMAT = new Intl.NumberFormat("en-US");

export function number(n: number): string {
  return FORMAT.format(n);
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((part / whole) * 100).toFixed(1)} %`;
}

/** A part of a bar; `kind` is its colour. */
export interface BarPart {
  readonly kind: "good" | "model" | "bad" | "rest";
  readonly value: number;
}

/** A named bar with a figure behind it; its parts are drawn as shares of `most`. */
export function barRow(name: string, parts: readonly BarPart[], most: number, figure: string): string {
  const drawn = parts
    .filter(({ value }) => value > 0)
    .map(({ kind, value }) => `<span class="${kind}" style="width:${((value / most) * 100).toFixed(2)}%"></span>`);
  return `<div class="row"><code>${escapeHtml(name)}</code><span class="bar">${drawn.join("")}</span><span class="figure">${figure}</span></div>`;
}

export function section(title: string, content: string): string {
  return content === "" ? "" : `<h2>${title}</h2>\n${content}`;
}

/** What comes most often first: a count and a name a line. */
export function rankedTable(counts: Readonly<Record<string, number>>, most: number): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return "";
  const rows = sorted
    .slice(0, most)
    .map(([name, n]) => `<tr><td class="name"><code>${escapeHtml(name)}</code></td><td>${number(n)}</td></tr>`);
  return `<div class="scroll"><table><tbody>${rows.join("\n")}</tbody></table></div>`;
}
