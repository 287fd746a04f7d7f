import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { App } from "./app.ts";
import { say } from "./say.ts";

/** Runs the word after `/toolrecovery`; without one, `status`. What it does not know gets the usage. */
export async function run(app: App, args: string, ctx: ExtensionCommandContext): Promise<void> {
  const [word, rest] = split(args.trim());
  const subcommand = app.subcommands.get(word === "" ? "status" : word.toLowerCase());
  if (subcommand === undefined || (subcommand.usage === "" && rest !== "")) return say(ctx, usage(app), "warning");
  try {
    await subcommand.run(rest, ctx);
  } catch (error) {
    app.reportDefect(`/toolrecovery ${word}`, error);
  }
}

/** @param prefix Everything typed after the command's name. */
export function complete(app: App, prefix: string): AutocompleteItem[] | null {
  const typed = prefix.trimStart();
  const [word, rest] = split(typed);
  if (!/\s/.test(typed)) {
    const items = [...app.subcommands.values()].filter((subcommand) => subcommand.word.startsWith(word.toLowerCase()));
    // A word that is complete is not offered: Enter would take the offer instead of running the command.
    if (items.length === 1 && items[0]?.word === word) return null;
    return orNull(items.map(({ word: value, description }) => ({ value, label: value, description })));
  }
  const words = app.subcommands.get(word)?.complete(rest) ?? [];
  return orNull(words.map((label) => ({ value: `${word} ${label}`, label })));
}

function usage({ subcommands }: App): string {
  const rows = [...subcommands.values()].map(({ word, usage, description }) => {
    return `  /toolrecovery ${`${word} ${usage}`.trim()}: ${description}`;
  });
  return ["Usage:", ...rows].join("\n");
}

function split(text: string): readonly [word: string, rest: string] {
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  return [word, rest];
}

function orNull(items: AutocompleteItem[]): AutocompleteItem[] | null {
  return items.length > 0 ? items : null;
}
