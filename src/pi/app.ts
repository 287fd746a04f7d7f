import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Decision } from "../core/outcome.ts";
import type { Settings } from "./settings.ts";

/** What the parts of the extension share for the lifetime of one loaded extension instance. */
export interface App {
  readonly pi: ExtensionAPI;
  /** The settings as they stand; the object is replaced on every change, never mutated. */
  settings(): Settings;
  /** Whether anything may be changed now: enabled, not switched off by the environment, not only observing. */
  active(): boolean;
  /** Publishes what was decided about the calls of one message; subscribers run in order, and their errors are reported. */
  readonly decisions: Topic<readonly Decision[]>;
  /** Adds a word to `/toolrecovery`. */
  addSubcommand(subcommand: Subcommand): void;
  /** Tells the user something at most once per session. */
  reportOnce(key: string, message: string, level?: "info" | "warning" | "error"): void;
}

/** A list of listeners. A listener that throws is reported once and does not disturb the others. */
export interface Topic<T> {
  publish(value: T): void;
  /** @returns A function that ends the subscription. */
  subscribe(listener: (value: T) => void): () => void;
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

/** A part of the extension: registers its hooks and commands, and imports what is heavy on first use. */
export type Feature = (app: App) => void;
