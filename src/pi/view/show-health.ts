import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { ModelMemory } from "../../memory/adaptation.ts";
import type { App } from "../app.ts";
import type { HealthPart } from "../health-sources.ts";
import { say } from "../say.ts";
import { openState } from "../state.ts";
import { describeHealth, validIn } from "./describe-health.ts";
import { openReader } from "./open-panel.ts";
import { toText } from "./styled.ts";

/** Shows how the models of this machine do. @param args `--json` for machines, else nothing. */
export async function run(app: App, args: string, ctx: ExtensionContext): Promise<void> {
  const option = args.trim();
  if (option !== "" && option !== "--json") return say(ctx, "Usage: /toolhealth [--json]", "warning");
  const models = await (await openState(app)).models();
  const parts = await Promise.all(app.healthSources.map((source) => readPart(app, source)));
  const known = parts.filter((part) => part !== undefined);
  if (option === "--json") return say(ctx, JSON.stringify(toJson(app, models, known), null, 2));
  const lines = describeHealth(models, known);
  if (ctx.mode === "tui") await openReader(ctx, "Tool health", lines);
  else say(ctx, toText(lines));
}

export function complete(_app: App, prefix: string): AutocompleteItem[] | null {
  return "--json".startsWith(prefix) ? [{ value: "--json", label: "--json" }] : null;
}

/** A part that fails is left out, and the defect reported: the others are still worth seeing. */
async function readPart(app: App, source: () => Promise<HealthPart>): Promise<HealthPart | undefined> {
  try {
    return await source();
  } catch (error) {
    app.reportDefect("A part of /toolhealth", error);
    return undefined;
  }
}

function toJson(app: App, models: readonly ModelMemory[], parts: readonly HealthPart[]) {
  return {
    version: 1,
    session: app.counts(),
    models: models.map(({ provider, model, baseUrl, tallies, rules }) => ({
      provider,
      model,
      baseUrl,
      ...tallies,
      valid: validIn(tallies),
      rules: Object.entries(rules).map(([rule, { state, fired, lastFired }]) => ({
        rule,
        state: state.kind,
        fired,
        lastFired: new Date(lastFired).toISOString(),
      })),
    })),
    ...Object.fromEntries(parts.map(({ key, data }) => [key, data])),
  };
}
