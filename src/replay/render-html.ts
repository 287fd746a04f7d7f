import { barRow, escapeHtml, number, percent, rankedTable, section } from "./page-parts.ts";
import { pageStyle } from "./page-style.ts";
import { emptyCounts, type ModelReport, type Report, slipsOf, type ToolCounts } from "./report.ts";
import { timeline } from "./timeline.ts";
import { toolColumns } from "./tool-columns.ts";

/** The report as one self-contained page: no network, readable on a phone, light and dark. */
export function renderHtml(report: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Tool call replay</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Tool call replay</h1>
${totals(report)}
${section("Slips by model", modelBars(report))}
${section("Repairs by rule", ruleBars(report))}
${section("Slips over time", timeline(report.days))}
${section("Models and tools", toolTable(report))}
${section("Calls in text", textTable(report))}
${section("Shapes that rules do not repair", rankedTable(report.shapes, MAX_SHAPES))}
${section("Recorded live by journals", journalTable(report))}
${section("Recorded by failure corpora", rankedTable(report.corpus.codes, MAX_SHAPES))}
${section("Shapes of refused calls in failure corpora", rankedTable(report.corpus.shapes, MAX_SHAPES))}
${section("Unreadable lines", invalidList(report))}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const MAX_SHAPES = 30;

const SCRIPT = `
const box = document.querySelector("#filter"), rows = [...document.querySelectorAll("#tools tbody tr")];
box?.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
});
`;

function totals({ models, inputs }: Report): string {
  const all = Object.values(models);
  const sum = sumOf(all.flatMap(({ tools }) => Object.values(tools)));
  const slips = slipsOf(sum);
  const total = (of: (model: ModelReport) => number) => all.reduce((before, model) => before + of(model), 0);
  const cards: readonly (readonly [string, string])[] = [
    [number(sum.calls), "calls"],
    [number(slips), `slips (${percent(slips, sum.calls)})`],
    [percent(sum.repaired, slips), "of slips repaired by rules"],
    [number(sum.needsModel), "need a recovery model"],
    [number(total(({ roundTrips }) => roundTrips)), "round trips saved"],
    [number(total(({ tokens }) => tokens)), "tokens saved"],
  ];
  const { files, lines, invalidLines } = inputs;
  return `<div class="cards">${cards.map(([value, label]) => `<div class="card"><b>${value}</b><span>${label}</span></div>`).join("")}</div>
<p class="note">${number(files)} files, ${number(lines)} lines, ${number(invalidLines)} unreadable. A slip is a call that was refused, that ran with another meaning, or that an extension mended.</p>`;
}

function modelBars(report: Report): string {
  const models = Object.entries(report.models)
    .map(([model, { tools }]) => ({ model, sum: sumOf(Object.values(tools)) }))
    .filter(({ sum }) => sum.calls > 0)
    .toSorted((a, b) => slipsOf(b.sum) - slipsOf(a.sum));
  if (models.length === 0) return "<p>No calls found.</p>";
  const most = Math.max(1, ...models.map(({ sum }) => slipsOf(sum)));
  const rows = models.map(({ model, sum }) => {
    const { repaired, needsModel, refused } = sum;
    const parts = [
      { kind: "good", value: repaired },
      { kind: "model", value: needsModel },
      { kind: "bad", value: refused },
      { kind: "rest", value: slipsOf(sum) - repaired - needsModel - refused },
    ] as const;
    return barRow(model, parts, most, `${number(slipsOf(sum))} · ${percent(slipsOf(sum), sum.calls)}`);
  });
  return `<p class="key note"><span><i class="good"></i>repaired by rules</span><span><i class="model"></i>needs a model</span><span><i class="bad"></i>stays refused</span><span><i class="rest"></i>runs as sent today, or not known</span></p>
${rows.join("\n")}`;
}

function ruleBars(report: Report): string {
  const rules = new Map<string, number>();
  for (const model of Object.values(report.models)) {
    for (const [rule, n] of Object.entries(model.rules)) rules.set(rule, (rules.get(rule) ?? 0) + n);
  }
  const most = Math.max(1, ...rules.values());
  return [...rules]
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, n]) => barRow(rule, [{ kind: "good", value: n }], most, number(n)))
    .join("\n");
}

function toolTable(report: Report): string {
  const rows = Object.entries(report.models).flatMap(([model, { tools }]) =>
    Object.entries(tools).map(([tool, counts]) => ({ model, tool, counts })),
  );
  if (rows.length === 0) return "";
  const body = rows
    .toSorted((a, b) => slipsOf(b.counts) - slipsOf(a.counts))
    .map(({ model, tool, counts }) => {
      const name = `<td class="name"><code>${escapeHtml(tool)}</code><small>${escapeHtml(model)}</small></td>`;
      return `<tr>${name}${toolColumns.map(([key]) => cell(counts[key])).join("")}</tr>`;
    });
  return `<input id="filter" type="search" placeholder="Filter by model or tool" aria-label="Filter">
<div class="scroll"><table id="tools"><thead><tr><th class="name">tool</th>${toolColumns.map(([, title]) => `<th>${title}</th>`).join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>`;
}

function textTable(report: Report): string {
  const rows = Object.entries(report.models)
    .filter(([, { inText }]) => Object.values(inText).some((n) => n > 0))
    .map(
      ([
        model,
        {
          inText: { mended, recovered, unusable },
        },
      ]) => {
        const cells = [mended, recovered, unusable].map(cell).join("");
        return `<tr><td class="name"><code>${escapeHtml(model)}</code></td>${cells}</tr>`;
      },
    );
  if (rows.length === 0) return "";
  return `<div class="scroll"><table><thead><tr><th class="name">model</th><th>ran</th><th>would run today</th><th>must not run</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function journalTable(report: Report): string {
  const models = Object.entries(report.journal);
  const outcomes = ["reported", "repaired", "recovered", "refused"];
  const rows = models.map(([model, { calls, outcomes: counts }]) => {
    const cells = outcomes.map((outcome) => cell(counts[outcome] ?? 0));
    return `<tr><td class="name"><code>${escapeHtml(model)}</code></td>${cell(calls)}${cells.join("")}</tr>`;
  });
  if (rows.length === 0) return "";
  return `<div class="scroll"><table><thead><tr><th class="name">model</th><th>calls</th>${outcomes.map((outcome) => `<th>${outcome}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function invalidList(report: Report): string {
  const rows = report.invalid.map(
    ({ file, line, why }) => `<li><code>${escapeHtml(file)}:${number(line)}</code> ${escapeHtml(why)}</li>`,
  );
  return rows.length === 0 ? "" : `<ul>${rows.join("\n")}</ul>`;
}

function cell(n: number): string {
  return n === 0 ? '<td class="zero">0</td>' : `<td>${number(n)}</td>`;
}

function sumOf(all: readonly ToolCounts[]): ToolCounts {
  const sum = emptyCounts();
  for (const counts of all) for (const key of Object.keys(sum) as (keyof ToolCounts)[]) sum[key] += counts[key];
  return sum;
}
