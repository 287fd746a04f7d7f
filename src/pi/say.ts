import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Level = "info" | "warning" | "error";

/** Shows a text in the user interface where there is one, else on stderr, so that machine-readable stdout stays clean. */
export function say(ctx: ExtensionContext, text: string, level: Level = "info"): void {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else process.stderr.write(`${text}\n`);
}

export interface Reporter {
  /** Says something once per key. Before the session starts it is kept until `flush`. */
  report(key: string, message: string, level?: Level): void;
  flush(): void;
}

/** Tells the user what happened, each thing once. */
export function createReporter(context: () => ExtensionContext | undefined): Reporter {
  const said = new Set<string>();
  const waiting: { readonly message: string; readonly level: Level }[] = [];

  function tell(message: string, level: Level): void {
    const ctx = context();
    if (ctx === undefined) return void waiting.push({ message, level });
    try {
      say(ctx, `Tool recovery: ${message}`, level);
    } catch {
      // The session was replaced without a word: nobody is there to read it.
    }
  }

  return {
    report(key, message, level = "warning") {
      if (said.has(key)) return;
      said.add(key);
      tell(message, level);
    },
    flush() {
      for (const { message, level } of waiting.splice(0)) tell(message, level);
    },
  };
}
