import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Api, Model } from "@earendil-works/pi-ai";
import { BorderedLoader, type ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import { isArray, isObject } from "../core/json.ts";
import type { LocalModel } from "../memory/adaptation-store.ts";
import { type ProtocolMemory, parseProtocolMemory } from "../memory/protocol-memory.ts";
import { MAX_REQUESTS, probe, type Verdict } from "../protocol/calibrate.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";
import { modelEntries } from "./model-entries.ts";
import { placeOf } from "./model-place.ts";
import { createTrials } from "./probe-trials.ts";
import { describeVerdict, toMemory } from "./verdict-memory.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

const USAGE = "Usage: /toolprobe [provider/model | --all] [--json] | --export FILE | --import FILE";

/** Tokens of one trial for the estimate: the notation and the question in, a call out. */
const TOKENS = { input: 400, output: 150 };

interface Row {
  readonly model: string;
  readonly verdict: Verdict;
}

/** Tries models out, shows what came of it, and keeps it. */
export async function run(app: App, choice: ProtocolChoice, args: string, ctx: ExtensionCommandContext): Promise<void> {
  const words = args.trim().split(/\s+/).filter(Boolean);
  const asJson = words.includes("--json");
  const [word, ...rest] = words.filter((word) => word !== "--json");
  if (word === "--export" && rest.length === 1) return exportVerdicts(app, ctx, rest[0] ?? "");
  if (word === "--import" && rest.length === 1) return importVerdicts(app, choice, ctx, rest[0] ?? "");
  if (rest.length > 0 || (word?.startsWith("-") && word !== "--all")) return say(ctx, USAGE, "warning");
  const models = word === "--all" ? scoped(ctx) : one(ctx, word);
  if (models.length === 0) return say(ctx, `${word ?? "The current model"} is no model pi knows.\n${USAGE}`, "warning");
  if (word === "--all" && !(await isConfirmed(ctx, models))) return;

  const rows: Row[] = [];
  await withProgress(ctx, models, async (model, signal, onStep) => {
    const key = { provider: model.provider, model: model.id };
    const verdict = await probe(createTrials(ctx, model, signal, onStep));
    rows.push({ model: modelName(key), verdict });
    const memory = toMemory(verdict);
    if (memory !== undefined) await (await openState(app)).setProtocol(placeOf(key, ctx), memory);
    choice.forget(key);
  });
  if (rows.length === 0) return say(ctx, "Nothing was tried out.");
  if (asJson)
    return say(
      ctx,
      JSON.stringify({ version: 1, verdicts: rows.map(({ model, verdict }) => ({ model, ...verdict })) }, null, 2),
    );
  await show(ctx, rows);
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
  const question = `${models.length} models, at most ${requests} requests, about $${price.toFixed(price < 0.1 ? 3 : 2)}.`;
  if (ctx.hasUI) return ctx.ui.confirm("Try out all scoped models?", question);
  say(ctx, `${question} Without a user interface nobody can confirm: name the models one by one.`, "warning");
  return false;
}

type Attempt = (
  model: Model<Api>,
  signal: AbortSignal | undefined,
  onStep: (step: number, what: string) => void,
) => Promise<void>;

/** Runs the attempts one after the other; Escape in the terminal ends them, and what is done stays done. */
async function withProgress(
  ctx: ExtensionCommandContext,
  models: readonly Model<Api>[],
  attempt: Attempt,
): Promise<void> {
  const runAll = async (signal: AbortSignal | undefined) => {
    for (const [at, model] of models.entries()) {
      const label = `${modelName({ provider: model.provider, model: model.id })} (${at + 1} of ${models.length})`;
      await attempt(model, signal, (step, what) =>
        ctx.ui.setStatus("toolprobe", `probing ${label}: ${what}, request ${step} of at most ${MAX_REQUESTS}`),
      );
    }
  };
  try {
    if (ctx.mode !== "tui") return await runAll(ctx.signal);
    const failure = await ctx.ui.custom<{ readonly error: unknown } | undefined>((tui, theme, _keys, done) => {
      const loader = new BorderedLoader(
        tui,
        theme,
        `Trying out ${models.length === 1 ? "the model" : `${models.length} models`} …`,
      );
      loader.onAbort = () => done(undefined);
      runAll(loader.signal).then(
        () => done(undefined),
        (error) => done(loader.signal.aborted ? undefined : { error }),
      );
      return loader;
    });
    if (failure !== undefined) throw failure.error;
  } finally {
    ctx.ui.setStatus("toolprobe", undefined);
  }
}

async function show(ctx: ExtensionCommandContext, rows: readonly Row[]): Promise<void> {
  const width = Math.max(...rows.map(({ model }) => model.length));
  const lines = rows.map(({ model, verdict }) => `${model.padEnd(width)}  ${describeVerdict(verdict)}`);
  if (ctx.mode !== "tui") return say(ctx, lines.join("\n"));
  const { openReader } = await load(() => import("./view/open-panel.ts"));
  const { line } = await load(() => import("./view/styled.ts"));
  await openReader(
    ctx,
    "How models call tools",
    lines.map((text) => line(text)),
  );
}

interface Exported extends LocalModel {
  readonly protocol: ProtocolMemory;
}

async function exportVerdicts(app: App, ctx: ExtensionCommandContext, path: string): Promise<void> {
  const models = (await (await openState(app)).models()).filter(({ protocol }) => protocol.kind !== "untried");
  const verdicts = models.map(
    ({ provider, model, baseUrl, protocol }): Exported => ({ provider, model, baseUrl, protocol }),
  );
  const file = resolve(ctx.cwd, path);
  await writeFile(file, `${JSON.stringify({ version: 1, verdicts }, null, 2)}\n`);
  say(ctx, `${verdicts.length} verdicts written to ${file}.`);
}

async function importVerdicts(
  app: App,
  choice: ProtocolChoice,
  ctx: ExtensionCommandContext,
  path: string,
): Promise<void> {
  const file = resolve(ctx.cwd, path);
  const verdicts = await readFile(file, "utf8").then(readVerdicts, () => undefined);
  if (verdicts === undefined)
    return say(ctx, `${file} is no file that /toolprobe --export wrote. Nothing was taken over.`, "error");
  const store = await openState(app);
  for (const { protocol, ...place } of verdicts) {
    await store.setProtocol(place, protocol);
    choice.forget(place);
  }
  say(ctx, `${verdicts.length} verdicts taken over from ${file}.`);
}

function readVerdicts(text: string): readonly Exported[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(data) || data.version !== 1 || !isArray(data.verdicts)) return undefined;
  const read = data.verdicts.map((verdict): Exported | undefined => {
    if (!isObject(verdict)) return undefined;
    const { provider, model, baseUrl, protocol } = verdict;
    const memory = parseProtocolMemory(protocol);
    if (typeof provider !== "string" || typeof model !== "string" || typeof baseUrl !== "string") return undefined;
    return memory && { provider, model, baseUrl, protocol: memory };
  });
  return read.every((verdict) => verdict !== undefined) ? read : undefined;
}
