import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { App, ModelKey } from "./app.ts";
import { load } from "./load.ts";

export type GrammarMode = "recover" | "strip" | "off";

/** Whether calls in text are read, by the settings or by the user's word for this session. */
export interface GrammarSwitch {
  modeFor(model: ModelKey): GrammarMode;
  describe(): string;
}

const WORDS: Readonly<Record<string, GrammarMode>> = { on: "recover", off: "off", strip: "strip" };

export function createGrammarSwitch(app: App): GrammarSwitch {
  const session = app.perSession(() => ({ mode: undefined as GrammarMode | undefined }));

  function mode(): GrammarMode {
    const { enabled, mode: set } = app.settings().grammarRepair;
    return session().mode ?? (enabled ? set : "off");
  }

  function describe(): string {
    const now = mode();
    switch (now) {
      case "recover":
        return "on, they run";
      case "strip":
        return "removed, they do not run";
      case "off":
        return "off";
      default:
        return now satisfies never;
    }
  }

  app.addSubcommand({
    word: "grammar",
    usage: "on|off|strip",
    description: "Calls that a model writes as text: run them, leave them, or only remove them, for this session",
    complete: (prefix) => Object.keys(WORDS).filter((word) => word.startsWith(prefix)),
    async run(args: string, ctx: ExtensionCommandContext) {
      const { say } = await load(() => import("./say.ts"));
      const word = args.trim();
      if (word !== "" && !Object.hasOwn(WORDS, word)) {
        say(ctx, `/toolrecovery grammar takes on, off or strip, not "${word}".`, "warning");
        return;
      }
      if (word !== "") session().mode = WORDS[word];
      say(ctx, `Calls in text: ${describe()}${word === "" ? "" : " for this session"}.`);
    },
  });

  return {
    modeFor({ provider, model }) {
      const { models } = app.settings().grammarRepair;
      const key = `${provider}/${model}`.toLowerCase();
      const isMeant = models.length === 0 || models.some((part) => key.includes(part.toLowerCase()));
      return isMeant || session().mode !== undefined ? mode() : "off";
    },
    describe,
  };
}
