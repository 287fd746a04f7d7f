import type { Api, Model } from "@earendil-works/pi-ai";
import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import { MAX_REQUESTS, probe } from "../protocol/calibrate.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";
import { modelEntries, nameOf } from "./model-entries.ts";
import { placeOf } from "./model-place.ts";
import { withProgress } from "./probe-progress.ts";
import { createTrials } from "./probe-trials.ts";
import { say } from "./say.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";
import { exportVerdicts, importVerdicts } from "./verdict-exchange.ts";
import { toMemory } from "./verdict-memory.ts";
import { toText } from "./view/styled.ts";
import { type VerdictRow, verdictTable } from "./view/verdict-table.ts";

const USAGE = "Usage: /toolprobe [provider/model | --all] [--json] | --export FILE | --import FILE";

/** Tokens of one trial for the estimate: the notation and the question in, a call out. */
const TOKENS = { input: 400, output: 150 };

/** Tries models out, shows what came of it, and keeps it. */
export async function run(app: App, choice: ProtocolChoice, args: string, ctx: ExtensionCommandContext): Promise<void> {
  const [, way, path] = /^\s*(--export|--import)\s+(\S.*?)\s*$/.exec(args) ?? [];
  if (path !== undefined) {
    return way === "--export" ? exportVerdicts(app, ctx, path) : importVerdicts(app, choice, ctx, path);
  }
  const words = args.split(/\s+/).filter((word) => word !== "" && word !== "--json");
  const [word] = words;
  if (words.length > 1 || (word?.startsWith("-") && word !== "--all")) return say(ctx, USAGE, "warning");
  const models = word === "--all" ? scoped(ctx) : one(ctx, word);
  if (models.length === 0) return say(ctx, `${word ?? "The current model"} is no model pi knows.\n${USAGE}`, "warning");
  if (word === "--all" && !(await isConfirmed(ctx, models))) return;
  const rows = await probeAll(app, choice, models, ctx);
  if (rows.length === 0) say(ctx, "Nothing was tried out.");
  else if (/(?:^|\s)--json(?:\s|$)/.test(args)) say(ctx, toJson(rows));
  else await show(ctx, rows);
}

export function complete(app: App, prefix: string): AutocompleteItem[] | null {
  const ctx = app.context();
  if (ctx === undefined) return null;
  const models = modelEntries(ctx).filter(({ choice }) => choice !== null);
  const items = [
    ...models.map(({ value, name }) => ({ value, label: value, description: name })),
    ...["--all", "--json", "--export ", "--import "].map((value) => ({ value, label: value.trim() })),
  ].filter(({ value }) => value.startsWith(prefix.trim()) && value.trim() !== prefix.trim());
  return items.length > 0 ? items : null;
}

function one(ctx: ExtensionCommandContext, name: string | undefined): readonly Model<Api>[] {
  if (name === undefined) return ctx.model === undefined ? [] : [ctx.model];
  const slash = name.indexOf("/");
  const found = slash < 1 ? undefined : ctx.modelRegistry.find(name.slice(0, slash), name.slice(slash + 1));
  return found === undefined ? [] : [found];
}

/** The models scoped to the session, else the current one: never everything there is. */
function scoped(ctx: ExtensionCommandContext): readonly Model<Api>[] {
  const models = (ctx.scopedModels ?? []).map(({ model }) => model);
  return models.length > 0 ? models : one(ctx, undefined);
}

async function isConfirmed(ctx: ExtensionCommandContext, models: readonly Model<Api>[]): Promise<boolean> {
  const requests = models.length * MAX_REQUESTS;
  const price = models.reduce(
    (sum, { cost }) => sum + (MAX_REQUESTS * (TOKENS.input * cost.input + TOKENS.output * cost.output)) / 1e6,
    0,
  );
  const count = models.length === 1 ? "1 model" : `${models.length} models`;
  const question = `${count}, at most ${requests} requests, about $${price.toFixed(price < 0.1 ? 3 : 2)}.`;
  if (ctx.hasUI) return ctx.ui.confirm("Try out all scoped models?", question);
  say(ctx, `${question} Without a user interface nobody can confirm: name the models one by one.`, "warning");
  return false;
}

async function probeAll(
  app: App,
  choice: ProtocolChoice,
  models: readonly Model<Api>[],
  ctx: ExtensionCommandContext,
): Promise<readonly VerdictRow[]> {
  const rows: VerdictRow[] = [];
  await withProgress(ctx, models, async (model, signal, onStep) => {
    const key = { provider: model.provider, model: model.id };
    const verdict = await probe(createTrials(ctx, model, signal, onStep));
    rows.push({ model: nameOf(model), verdict });
    const memory = toMemory(verdict);
    if (memory !== undefined) await (await openState(app)).setProtocol(placeOf(key, ctx), memory);
    choice.forget(key);
  });
  return rows;
}

function toJson(rows: readonly VerdictRow[]): string {
  const verdicts = rows.map(({ model, verdict }) => ({ model, ...verdict }));
  return JSON.stringify({ version: 1, verdicts }, null, 2);
}

async function show(ctx: ExtensionCommandContext, rows: readonly VerdictRow[]): Promise<void> {
  const lines = verdictTable(rows);
  if (ctx.mode !== "tui") return say(ctx, toText(lines));
  const { openReader } = await load(() => import("./view/open-panel.ts"));
  await openReader(ctx, "How models call tools", lines);
}
