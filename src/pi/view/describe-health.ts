import type { ModelMemory, RuleMemory, Tallies } from "../../memory/adaptation.ts";
import { lessonFrom } from "../../memory/lesson.ts";
import type { HealthPart, HealthRow } from "../health-sources.ts";
import { oneLine } from "../signals/shown-value.ts";
import { bar, percent } from "./bar.ts";
import { type Line, line, type Tone, tone } from "./styled.ts";

const BAR_COLUMNS = 16;
const LABEL_COLUMNS = 10;
const TOP_RULES = 5;

/** What is known about the calls of each model on this machine, and what other parts of the extension tell. */
export function describeHealth(models: readonly ModelMemory[], parts: readonly HealthPart[]): readonly Line[] {
  const met = models.filter(({ tallies, rules }) => tallies.calls > 0 || Object.keys(rules).length > 0);
  const blocks = [
    ...met.toSorted((a, b) => b.tallies.calls - a.tallies.calls).map(describeModel),
    ...parts.filter(({ rows }) => rows.length > 0).map(describePart),
  ];
  if (met.length === 0) blocks.unshift([line(tone("muted", "No model has sent a call that needed anything yet."))]);
  return blocks.flatMap((block, at) => (at === 0 ? block : [line(), ...block]));
}

function describeModel({ provider, model, baseUrl, tallies, rules }: ModelMemory): readonly Line[] {
  const known = Object.entries(rules);
  const top = known
    .filter(([, { fired }]) => fired > 0)
    .toSorted(([, a], [, b]) => b.fired - a.fired)
    .slice(0, TOP_RULES)
    .map(([name, { fired }]) => `${oneLine(name)} ${fired}`);
  return [
    line(
      tone("title", oneLine(`${provider}/${model}`)),
      tone("muted", baseUrl === "" ? "" : ` at ${oneLine(baseUrl)}`),
    ),
    line(
      tone("muted", label("calls")),
      `${count(tallies.calls)} in ${sessions(tallies.sessions)} with something to tell`,
    ),
    ...shares(tallies).map(([name, value, look]) => shareLine(name, value, tallies.calls, look)),
    ...(top.length > 0 ? [line(tone("muted", label("top rules")), top.join(" · "))] : []),
    ...known.flatMap(([name, rule]) => ruleLine(name, rule)),
  ];
}

/** Valid calls are what is left: pi ran them as they were sent. */
export function validIn({ calls, reported, repaired, recovered, refused }: Tallies): number {
  return Math.max(0, calls - reported - repaired - recovered - refused);
}

function shares(tallies: Tallies): readonly (readonly [name: string, value: number, look: Tone])[] {
  return [
    ["valid", validIn(tallies), "good"],
    ["with note", tallies.reported, "muted"],
    ["repaired", tallies.repaired, "warning"],
    ["recovered", tallies.recovered, "warning"],
    ["refused", tallies.refused, "bad"],
  ];
}

function shareLine(name: string, value: number, all: number, look: Tone): Line {
  const share = all === 0 ? 0 : value / all;
  const figure = `${percent(share).padStart(5)}  ${count(value).padStart(5)}`;
  return line(tone("muted", label(name)), figure, "  ", tone(look, bar(share, BAR_COLUMNS)));
}

function ruleLine(name: string, { state, slip }: RuleMemory): readonly Line[] {
  const shown = oneLine(name);
  switch (state.kind) {
    case "counting":
      return [];
    case "standing":
      return [line(tone("muted", label("standing")), `${shown}: `, tone("muted", lessonFrom(slip)))];
    case "retired":
      return [
        line(
          tone("muted", label("retired")),
          shown,
          tone("muted", state.why === "unused" ? ": no longer needed" : ": did not help"),
        ),
      ];
    case "removed":
      return [line(tone("muted", label("removed")), shown)];
    default:
      return state satisfies never;
  }
}

function describePart({ title, rows }: HealthPart): readonly Line[] {
  const columns = Math.max(LABEL_COLUMNS, ...rows.map((row) => row.label.length + 2));
  return [line(tone("title", title)), ...rows.map((row) => partLine(row, columns))];
}

function partLine({ label: name, value, share }: HealthRow, columns: number): Line {
  const drawn = share === undefined ? [] : [tone("warning", ` ${bar(share, BAR_COLUMNS)}`)];
  return line(tone("muted", oneLine(name).padEnd(columns)), oneLine(value), ...drawn);
}

function label(name: string): string {
  return name.padEnd(LABEL_COLUMNS);
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function sessions(value: number): string {
  return value === 1 ? "1 session" : `${count(value)} sessions`;
}
