import { escapeHtml, percent } from "./page-parts.ts";
import type { DayReport } from "./report.ts";

const WIDTH = 1_000;
const HEIGHT = 100;

/** Slips as a share of the calls of a day, or of a week where the days are many: repaired below, the rest on top. */
export function timeline(days: Readonly<Record<string, DayReport>>): string {
  const spans = spansOf(days);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined || spans.length < 2) return "";
  const most = Math.max(0.01, ...spans.map(({ calls, slips }) => share(slips, calls)));
  const width = WIDTH / spans.length;
  const bars = spans.map(({ name, calls, slips, repaired }, at) => {
    const column = (kind: string, base: number, n: number) => {
      const [from, height] = [(share(base, calls) / most) * HEIGHT, (share(n, calls) / most) * HEIGHT];
      return `<rect class="${kind}" x="${(at * width).toFixed(1)}" y="${(HEIGHT - from - height).toFixed(1)}" width="${(width * 0.8).toFixed(1)}" height="${height.toFixed(1)}"/>`;
    };
    const title = `<title>${escapeHtml(name)}: ${slips} slips in ${calls} calls, ${repaired} repaired</title>`;
    return `<g>${title}${column("good", 0, repaired)}${column("bad", repaired, slips - repaired)}</g>`;
  });
  return `<p class="note">Share of the calls of each ${spans.length < Object.keys(days).length ? "week" : "day"}, highest ${percent(most, 1)}: repaired by rules below, the rest on top.</p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Slips over time">${bars.join("")}</svg>
<p class="note ends"><span>${escapeHtml(first.name)}</span><span>${escapeHtml(last.name)}</span></p>`;
}

interface Span extends DayReport {
  readonly name: string;
}

/** More columns than that are too thin for a phone. */
const MAX_COLUMNS = 92;

/** Every day from the first to the last, days without calls included; weeks where that makes too many. */
function spansOf(days: Readonly<Record<string, DayReport>>): readonly Span[] {
  const names = Object.keys(days)
    .filter((day) => day !== "")
    .toSorted();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const end = dayNumber(last);
  const step = end - dayNumber(first) < MAX_COLUMNS ? 1 : 7;
  const start = Math.max(dayNumber(first), end - step * MAX_SPANS);
  const spans: Span[] = [];
  for (let at = start; at <= end; at += step) spans.push({ name: dayName(at), calls: 0, slips: 0, repaired: 0 });
  for (const name of names) {
    const span = spans[Math.max(0, Math.floor((dayNumber(name) - start) / step))];
    const day = days[name];
    if (span === undefined || day === undefined) continue;
    span.calls += day.calls;
    span.slips += day.slips;
    span.repaired += day.repaired;
  }
  return spans;
}

/** Ten years of weeks: one wrong clock must not make the page endless. What is older counts to the first. */
const MAX_SPANS = 520;
const DAY_MS = 86_400_000;

function dayNumber(day: string): number {
  return Math.floor(Date.parse(day) / DAY_MS);
}

function dayName(at: number): string {
  return new Date(at * DAY_MS).toISOString().slice(0, 10);
}

function share(n: number, calls: number): number {
  return calls === 0 ? 0 : n / calls;
}
