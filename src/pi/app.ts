import type { ExtensionAPI, ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { getAgentDir } from "@earendil-works/pi-coding-agent";
import type { Tool, ToolCall } from "../core/call.ts";
import type { Recover } from "../core/decide.ts";
import type { CallSource, Decision, Outcome } from "../core/outcome.ts";
import type { ArgumentRule } from "../core/rule.ts";
import { createActiveTools } from "./active-tools.ts";
import { type Counts, countDecisions, countEntries, NO_COUNTS } from "./counts.ts";
import { isDisabledByEnvironment } from "./environment.ts";
import type { FailedExecution } from "./failure-watch.ts";
import type { HealthSource, RuleSource } from "./health-sources.ts";
import { createReporter } from "./reporter.ts";
import type { Level } from "./say.ts";
import type { Settings } from "./settings.ts";
import { openSettings, type SettingsChange } from "./settings-file.ts";
import { createToolDefinitions, type ToolDefinitions } from "./tool-definitions.ts";
import { createTopic, type Topic } from "./topic.ts";

/** What the parts of the extension share for the lifetime of one loaded extension instance. */
export interface App {
  readonly pi: ExtensionAPI;
  /** `pi.on`, with errors caught and reported once per event: a defect of ours never disturbs the turn. */
  readonly on: ExtensionAPI["on"];
  /** pi's global folder; settings and state of the extension live below it. */
  readonly agentDir: string;
  /** The settings as they stand; the object is replaced on every change, never mutated. */
  settings(): Settings;
  /**
   * Takes the changes at once, and writes their keys, and no others, into the settings file. Never rejects: what cannot
   * be written is reported and holds for this session.
   * @param changes The changes, or a function from the settings as they stand on disk now.
   */
  changeSettings(changes: SettingsChange): Promise<void>;
  /** Whether calls are judged: enabled, and not switched off by the environment. */
  judging(): boolean;
  /** Whether anything may be changed now: judging, and not only observing. */
  active(): boolean;
  /** The tools the model may call now, by name. The same map as long as nothing changed. */
  tools(): ReadonlyMap<string, Tool>;
  /** The full definitions of tools, as far as pi has shown them. */
  readonly definitions: ToolDefinitions;
  /**
   * The context of the running session, `undefined` before it starts and after it ends. Ask anew after every `await`:
   * a kept context throws once the session is replaced.
   */
  context(): ExtensionContext | undefined;
  /** State that begins anew with every session of this instance. */
  perSession<T>(create: () => T): () => T;
  /** Publishes what was decided about the calls of one message; subscribers run in order, and their errors are reported. */
  readonly decisions: Topic<readonly Decision[]>;
  /** Publishes calls that ran and failed, at the end of their turn, as far as failures are remembered. */
  readonly failed: Topic<FailedExecution>;
  /** How many calls of this session were checked and how they came out, earlier runs of the session included. */
  counts(): Counts;
  /** How the calls of the running message that are not native reached us, by call id. */
  readonly sources: Map<string, CallSource>;
  /** What became of calls of the running message that were decided before the repair sees them, by call id. */
  readonly decided: Map<string, Outcome>;
  /** How the model was told of a slip in this session, by call id. Set by the feature that tells it. */
  readonly taught: Map<string, "note" | "rule">;
  /** Adds a word to `/toolrecovery`. */
  addSubcommand(subcommand: Subcommand): void;
  readonly subcommands: ReadonlyMap<string, Subcommand>;
  /** Adds lines to `/toolrecovery status`. */
  addStatus(section: StatusSection): void;
  readonly statusSections: readonly StatusSection[];
  /** Adds a part to `/toolhealth`. */
  addHealth(source: HealthSource): void;
  readonly healthSources: readonly HealthSource[];
  /** Adds rules that `/toolrule-remove` can take away. */
  addRules(source: RuleSource): void;
  readonly ruleSources: readonly RuleSource[];
  /** Tells the user something at most once per session. */
  reportOnce(key: string, message: string, level?: Level): void;
  /** Reports a defect of ours, once per place. */
  reportDefect(place: string, error: unknown): void;
  /** What other features plug into the repair of calls. */
  readonly plugs: Plugs;
}

/** What the repair asks when it is there. Set by the feature that knows how. */
interface Plugs {
  /** Asks a recovery model about a refused call of a model. */
  recover: ((...args: [...Parameters<Recover>, from: ModelKey]) => ReturnType<Recover>) | undefined;
  /** Learned repairs for a tool, for the model whose message is decided. */
  learned: ((tool: Tool, model: ModelKey) => readonly ArgumentRule[]) | undefined;
  /** Whether a model writes its calls as text. Set by the text protocol. */
  protocol: ((model: ModelKey) => boolean) | undefined;
  /** Decides calls that are not in the message yet. Never rejects. Set by the repair. */
  decide: Decide | undefined;
}

export type Decide = (
  calls: readonly ToolCall[],
  from: ModelKey,
  signal: AbortSignal | undefined,
) => Promise<readonly Outcome[]>;

/** The model that wrote a message, as the message names it. */
export interface ModelKey {
  readonly provider: string;
  readonly model: string;
}

/** One word after `/toolrecovery`. */
export interface Subcommand {
  readonly word: string;
  /** Usage after the word, e.g. `on|off|strip`; `""` when it takes nothing. */
  readonly usage: string;
  readonly description: string;
  complete(prefix: string): readonly string[];
  run(args: string, ctx: ExtensionCommandContext): Promise<void>;
}

/** Lines for `/toolrecovery status`, read when the user asks. */
type StatusSection = () => readonly string[];

/** A part of the extension: registers its hooks and commands, and imports what is heavy on first use. */
export type Feature = (app: App) => void;

export function createApp(pi: ExtensionAPI): App {
  const agentDir = getAgentDir();
  // Asked at every message; a process does not change its own environment.
  const disabled = isDisabledByEnvironment(process.env);
  const resets: (() => void)[] = [];
  const subcommands = new Map<string, Subcommand>();
  const statusSections: StatusSection[] = [];
  const healthSources: HealthSource[] = [];
  const ruleSources: RuleSource[] = [];
  let context: ExtensionContext | undefined;
  let counts = NO_COUNTS;

  const reporter = createReporter(() => context);
  const reportDefect = (place: string, error: unknown) =>
    reporter.report(`defect:${place}`, `${place} failed: ${error instanceof Error ? error.message : String(error)}`);
  const settings = openSettings(agentDir, reporter.report);
  const activeTools = createActiveTools(pi);
  const on = guardedOn(pi, reportDefect);

  on("session_start", (_event, ctx) => {
    context = ctx;
    for (const reset of resets) reset();
    settings.reload();
    counts = countEntries(ctx.sessionManager.getEntries());
    reporter.flush();
  });
  on("session_shutdown", () => {
    context = undefined;
  });

  const app: App = {
    pi,
    on,
    agentDir,
    settings: settings.current,
    changeSettings: settings.change,
    judging: () => !disabled && settings.current().enabled,
    active: () => app.judging() && settings.current().mode === "repair",
    tools: activeTools,
    definitions: createToolDefinitions(),
    context: () => context,
    perSession(create) {
      let state = create();
      resets.push(() => {
        state = create();
      });
      return () => state;
    },
    decisions: createTopic((error) => reportDefect("A listener of decisions", error)),
    failed: createTopic((error) => reportDefect("A listener of failed calls", error)),
    counts: () => counts,
    sources: new Map(),
    decided: new Map(),
    taught: new Map(),
    addSubcommand: (subcommand) => void subcommands.set(subcommand.word, subcommand),
    subcommands,
    addStatus: (section) => void statusSections.push(section),
    statusSections,
    addHealth: (source) => void healthSources.push(source),
    healthSources,
    addRules: (source) => void ruleSources.push(source),
    ruleSources,
    reportOnce: reporter.report,
    reportDefect,
    plugs: { recover: undefined, learned: undefined, protocol: undefined, decide: undefined },
  };
  app.decisions.subscribe((decisions) => {
    counts = countDecisions(counts, decisions);
  });
  return app;
}

/** Both kinds of handler, synchronous and asynchronous, keep their kind, so a synchronous hook costs no extra turn. */
function guardedOn(pi: ExtensionAPI, onError: (place: string, error: unknown) => void): ExtensionAPI["on"] {
  type Handler = (event: unknown, ctx: ExtensionContext) => unknown;
  const register = pi.on.bind(pi) as (event: string, handler: Handler) => () => void;
  const on = (event: string, handler: Handler) =>
    register(event, (value, ctx) => {
      const fail = (error: unknown) => onError(`The ${event} hook`, error);
      try {
        const result = handler(value, ctx);
        return result instanceof Promise ? result.catch(fail) : result;
      } catch (error) {
        return fail(error);
      }
    });
  return on as ExtensionAPI["on"];
}
