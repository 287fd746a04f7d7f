import { emptyCounts, type Report, type ToolCounts } from "./report.ts";

/** The report as one self-contained page: no network, readable on a phone, light and dark. */
export function renderHtml(report: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Tool call replay</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Tool call replay</h1>
${totals(report)}
${modelBars(report)}
${ruleBars(report)}
${timeline(report)}
${toolTable(report)}
${shapeList(report)}
${invalidList(report)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #d9dce1; --page: #fff; --card: #f6f7f9;
  --good: #2b7a4b; --model: #b7791f; --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a0a6ae; --line: #363b42; --page: #15181c;
  --card: #1e2227; --good: #5bb98b; --model: #e0a83c; --bad: #e5736b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; }
.card { background: var(--card); border-radius: .5rem; padding: .75rem; }
.card b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; } .card span, .note { color: var(--soft); }
.row { display: grid; grid-template-columns: minmax(6rem, 14rem) 1fr 5rem; gap: .75rem; align-items: center; padding: .2rem 0; }
.row > :first-child { overflow-wrap: anywhere; } .row > :last-child { text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: flex; height: .9rem; background: var(--card); border-radius: .25rem; overflow: hidden; }
.good { background: var(--good); } .model { background: var(--model); } .bad { background: var(--bad); }
.key i { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin: 0 .3rem 0 .8rem; }
svg { width: 100%; height: 9rem; display: block; } svg text { fill: var(--soft); font-size: 11px; }
svg .good { fill: var(--good); } svg .bad { fill: var(--bad); } 
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; } th { color: var(--soft); font-weight: 600; }
input { font: inherit; width: 100%; padding: .5rem .75rem; margin-bottom: .5rem; border: 1px solid var(--line);
  border-radius: .4rem; background: var(--page); color: inherit; }
code { overflow-wrap: anywhere; }
@media (max-width: 30rem) { .row { grid-template-columns: 7rem 1fr 4rem; font-size: .9rem; } }
`;

const SCRIPT = `
const box = document.querySelector("#filter"), rows = [...document.querySelectorAll("#tools tbody tr")];
box?.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
});
`;

function totals(report: Report): string {
  const sum = sumOf(Object.values(report.models).flatMap(({ tools }) => Object.values(tools)));
  const slips = sum.failed + sum.distorted;
  const saved = Object.values(report.models).reduce(
    (all, { roundTrips, tokens }) => ({ roundTrips: all.roundTrips + roundTrips, tokens: all.tokens + tokens }),
    { roundTrips: 0, tokens: 0 },
  );
  const cards: readonly (readonly [string, string])[] = [
    [number(sum.calls), "calls"],
    [number(slips), `slips (${percent(slips, sum.calls)})`],
    [percent(sum.repaired, slips), "of them repaired by rules"],
    [number(sum.needsModel), "need a recovery model"],
    [number(saved.roundTrips), "round trips saved"],
    [number(saved.tokens), "tokens saved"],
  ];
  const { files, lines, invalidLines } = report.inputs;
  return `<div class="cards">${cards.map(([value, label]) => `<div class="card"><b>${value}</b><span>${label}</span></div>`).join("")}</div>
<p class="note">${number(files)} files, ${number(lines)} lines, ${number(invalidLines)} unreadable.</p>`;
}

function modelBars(report: Report): string {
  const models = Object.entries(report.models)
    .map(([model, { tools }]) => ({ model, sum: sumOf(Object.values(tools)) }))
    .toSorted((a, b) => slipsOf(b.sum) - slipsOf(a.sum));
  if (models.length === 0) return "<p>No calls found.</p>";
  const most = Math.max(1, ...models.map(({ sum }) => slipsOf(sum)));
  const rows = models.map(({ model, sum }) => {
    const part = (kind: string, n: number) =>
      `<span class="${kind}" style="width:${((n / most) * 100).toFixed(2)}%"></span>`;
    const bar = part("good", sum.repaired) + part("model", sum.needsModel) + part("bad", sum.refused);
    return `<div class="row"><span>${escapeHtml(model)}</span><span class="bar">${bar}</span><span>${percent(slipsOf(sum), sum.calls)}</span></div>`;
  });
  return `<h2>Slips by model</h2><p class="key note"><i class="good"></i>repaired by rules<i class="model"></i>needs a model<i class="bad"></i>stays refused</p>${rows.join("")}`;
}

function ruleBars(report: Report): string {
  const rules = new Map<string, number>();
  for (const model of Object.values(report.models)) {
    for (const [rule, n] of Object.entries(model.rules)) rules.set(rule, (rules.get(rule) ?? 0) + n);
  }
  const sorted = [...rules].toSorted(([, a], [, b]) => b - a);
  const most = Math.max(1, ...rules.values());
  if (sorted.length === 0) return "";
  const rows = sorted.map(
    ([rule, n]) =>
      `<div class="row"><code>${escapeHtml(rule)}</code><span class="bar"><span class="good" style="width:${((n / most) * 100).toFixed(2)}%"></span></span><span>${number(n)}</span></div>`,
  );
  return `<h2>Repairs by rule</h2>${rows.join("")}`;
}

/** Slips as a share of the day's calls: the repaired part below, the rest on top. */
function timeline(report: Report): string {
  const days = Object.entries(report.days)
    .filter(([day]) => day !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (days.length < 2) return "";
  const share = (n: number, calls: number) => (calls === 0 ? 0 : n / calls);
  const most = Math.max(0.01, ...days.map(([, { slips, calls }]) => share(slips, calls)));
  const width = 1000 / days.length;
  const bars = days.map(([day, { calls, slips, repaired }], at) => {
    const height = (n: number) => (share(n, calls) / most) * 100;
    const column = (kind: string, base: number, n: number) =>
      `<rect class="${kind}" x="${(at * width).toFixed(1)}" y="${(110 - base - height(n)).toFixed(1)}" width="${Math.max(0.5, width - 1).toFixed(1)}" height="${height(n).toFixed(1)}"/>`;
    const title = `<title>${escapeHtml(day)}: ${slips} of ${calls} calls, ${repaired} repaired</title>`;
    return `<g>${title}${column("good", 0, repaired)}${column("bad", height(repaired), slips - repaired)}</g>`;
  });
  const [first, last] = [days[0]?.[0] ?? "", days.at(-1)?.[0] ?? ""];
  return `<h2>Slips over time</h2><p class="note">Share of each day's calls, highest ${percent(most, 1)}.</p>
<svg viewBox="0 0 1000 130" preserveAspectRatio="none" role="img" aria-label="Slips per day">${bars.join("")}</svg>
<p class="note" style="display:flex;justify-content:space-between"><span>${escapeHtml(first)}</span><span>${escapeHtml(last)}</span></p>`;
}

const COLUMNS: readonly (readonly [keyof ToolCounts, string])[] = [
  ["calls", "calls"],
  ["failed", "failed"],
  ["distorted", "distorted"],
  ["repaired", "repaired"],
  ["needsModel", "needs model"],
  ["refused", "refused"],
];

function toolTable(report: Report): string {
  const rows = Object.entries(report.models).flatMap(([model, { tools }]) =>
    Object.entries(tools).map(([tool, counts]) => ({ model, tool, counts })),
  );
  if (rows.length === 0) return "";
  const body = rows
    .toSorted((a, b) => slipsOf(b.counts) - slipsOf(a.counts))
    .map(({ model, tool, counts }) => {
      const cells = COLUMNS.map(([key]) => `<td>${number(counts[key])}</td>`).join("");
      return `<tr><td>${escapeHtml(model)}</td><td><code>${escapeHtml(tool)}</code></td>${cells}</tr>`;
    });
  return `<h2>Models and tools</h2><input id="filter" type="search" placeholder="Filter by model or tool" aria-label="Filter">
<div class="scroll"><table id="tools"><thead><tr><th>model</th><th>tool</th>${COLUMNS.map(([, title]) => `<th>${title}</th>`).join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>`;
}

function shapeList(report: Report): string {
  const shapes = Object.entries(report.shapes)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 30);
  if (shapes.length === 0) return "";
  const rows = shapes.map(([shape, n]) => `<tr><td>${number(n)}</td><td><code>${escapeHtml(shape)}</code></td></tr>`);
  return `<h2>Shapes that stay refused</h2><div class="scroll"><table>${rows.join("")}</table></div>`;
}

function invalidList(report: Report): string {
  if (report.invalid.length === 0) return "";
  const rows = report.invalid.map(
    ({ file, line, why }) => `<li><code>${escapeHtml(file)}:${line}</code> ${escapeHtml(why)}</li>`,
  );
  return `<h2>Unreadable lines</h2><ul>${rows.join("")}</ul>`;
}

function sumOf(all: readonly ToolCounts[]): ToolCounts {
  const sum = emptyCounts();
  for (const counts of all) for (const key of Object.keys(sum) as (keyof ToolCounts)[]) sum[key] += counts[key];
  return sum;
}

function slipsOf({ failed, distorted }: ToolCounts): number {
  return failed + distorted;
}

function number(n: number): string {
  return n.toLocaleString("en-US");
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((part / whole) * 100).toFixed(1)} %`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
