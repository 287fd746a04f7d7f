import type { AssistantMessage } from "@earendil-works/pi-ai";
import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  SessionEntry,
} from "@earendil-works/pi-coding-agent";
import { getAgentDir } from "@earendil-works/pi-coding-agent";
import type { Tool, ToolCall } from "../core/call.ts";
import type { Recover } from "../core/decide.ts";
import type { CallSource, Decision, Outcome } from "../core/outcome.ts";
import type { ArgumentRule } from "../core/rule.ts";
import { createActiveTools } from "./active-tools.ts";
import type { Counts } from "./counts.ts";
import { isDisabledByEnvironment } from "./environment.ts";
import type { FailedExecution } from "./failure-watch.ts";
import type { HealthSource, RuleSource } from "./health-sources.ts";
import { createReporter, type Level } from "./say.ts";
import { createSettings, type Settings } from "./settings.ts";
import type { SettingsChange } from "./settings-file.ts";
import type { Marking } from "./signals/mark-rows.ts";
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
  /** Has the settings file read, where there is one. The defaults hold until then. Never rejects. */
  readSettings(): Promise<void>;
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
  /** Runs at every start of a session, after all state has begun anew; at once, too, when a session is running. */
  onSession(start: SessionStart): void;
  /** The entries the running session started with: earlier runs of it, abandoned branches included. */
  history(): readonly SessionEntry[];
  /**
   * Installs the parts that only calls need, once. Awaited before the first call is decided, and before the user asks for
   * what these parts know. Never rejects.
   */
  prepareForCalls(): Promise<void>;
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

type SessionStart = (ctx: ExtensionContext) => Promise<void> | void;

/** What the repair asks when it is there. Set by the feature that knows how. */
interface Plugs {
  /** How many calls of this session were checked and how they came out. Set by what counts them. */
  counts: (() => Counts) | undefined;
  /** What rows of calls show below them. Set by what keeps the records of calls. */
  marking: (() => Marking | undefined) | undefined;
  /** Asks a recovery model about a refused call of a model. */
  recover: ((...args: [...Parameters<Recover>, from: ModelKey]) => ReturnType<Recover>) | undefined;
  /** Learned repairs for a tool, for the model whose message is decided. */
  learned: ((tool: Tool, model: ModelKey) => readonly ArgumentRule[]) | undefined;
  /** Calls in the text of a finished message become calls of it. Set by what reads texts. */
  readText: ((message: AssistantMessage, signal: AbortSignal | undefined) => Promise<Changed> | undefined) | undefined;
  /** Whether a model writes its calls as text. Set by the text protocol. */
  protocol: ((model: ModelKey) => boolean) | undefined;
  /** Decides calls that are not in the message yet. Never rejects. Set by the repair. */
  decide: Decide | undefined;
}

/** The message as it goes on; `undefined` when it stays. */
type Changed = { readonly message: AssistantMessage } | undefined;

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
export type Feature = (app: App) => Promise<void> | void;

export const NO_COUNTS: Counts = { checked: 0, reported: 0, repaired: 0, recovered: 0, refused: 0 };

/** @param callFeatures Brings the parts that only calls need. */
export function createApp(
  pi: ExtensionAPI,
  callFeatures: () => Promise<readonly Feature[]> = () => Promise.resolve([]),
): App {
  const agentDir = getAgentDir();
  // Asked at every message; a process does not change its own environment.
  const disabled = isDisabledByEnvironment(process.env);
  const resets: (() => void)[] = [];
  const starters: SessionStart[] = [];
  /** Of starters that were added while a session runs. */
  const starting: Promise<void>[] = [];
  const subcommands = new Map<string, Subcommand>();
  const statusSections: StatusSection[] = [];
  const healthSources: HealthSource[] = [];
  const ruleSources: RuleSource[] = [];
  let context: ExtensionContext | undefined;
  let history: readonly SessionEntry[] = [];
  let preparing: Promise<void> | undefined;

  const reporter = createReporter(() => context);
  const reportDefect = (place: string, error: unknown) =>
    reporter.report(`defect:${place}`, `${place} failed: ${error instanceof Error ? error.message : String(error)}`);
  const settings = createSettings(agentDir, reporter.report);
  const activeTools = createActiveTools(pi);
  const on = guardedOn(pi, reportDefect);

  on("session_start", async (_event, ctx) => {
    context = ctx;
    history = ctx.sessionManager.getEntries();
    for (const reset of resets) reset();
    await app.readSettings();
    reporter.flush();
    for (const start of [...starters]) await begin(start, ctx);
    // The user interface shows what became of calls, and a session that goes on may hold failed ones.
    if (ctx.hasUI || history.some(isResult)) await app.prepareForCalls();
  });
  on("session_shutdown", () => {
    context = undefined;
  });

  const app: App = {
    pi,
    on,
    agentDir,
    settings: settings.current,
    readSettings: () => settings.refresh().catch((error) => reportDefect("Reading the settings", error)),
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
    onSession(start) {
      starters.push(start);
      if (context !== undefined) starting.push(begin(start, context));
    },
    history: () => history,
    prepareForCalls() {
      preparing ??= prepare().catch((error) => reportDefect("Preparing for calls", error));
      return preparing;
    },
    decisions: createTopic((error) => reportDefect("A listener of decisions", error)),
    failed: createTopic((error) => reportDefect("A listener of failed calls", error)),
    counts: () => app.plugs.counts?.() ?? NO_COUNTS,
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
    plugs: {
      counts: undefined,
      marking: undefined,
      readText: undefined,
      recover: undefined,
      learned: undefined,
      protocol: undefined,
      decide: undefined,
    },
  };

  async function begin(start: SessionStart, ctx: ExtensionContext): Promise<void> {
    try {
      await start(ctx);
    } catch (error) {
      reportDefect("The start of a session", error);
    }
  }

  async function prepare(): Promise<void> {
    for (const install of await callFeatures()) await install(app);
    await Promise.all(starting.splice(0));
  }
  return app;
}

function isResult(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "toolResult";
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
