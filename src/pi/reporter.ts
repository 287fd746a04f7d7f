import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Level = "info" | "warning" | "error";

export interface Reporter {
  /** Says something once per key. Before the session starts it is kept until `flush`. */
  report(key: string, message: string, level?: Level): void;
  flush(): void;
}

/** Speaks through the user interface where there is one, else on stderr, so that machine-readable stdout stays clean. */
export function createReporter(context: () => ExtensionContext | undefined): Reporter {
  const said = new Set<string>();
  const waiting: { readonly message: string; readonly level: Level }[] = [];

  function say(ctx: ExtensionContext, message: string, level: Level): void {
    const text = `Tool recovery: ${message}`;
    if (ctx.hasUI) ctx.ui.notify(text, level);
    else process.stderr.write(`${text}\n`);
  }

  return {
    report(key, message, level = "warning") {
      if (said.has(key)) return;
      said.add(key);
      const ctx = context();
      if (ctx === undefined) waiting.push({ message, level });
      else say(ctx, message, level);
    },
    flush() {
      const ctx = context();
      if (ctx === undefined) return;
      for (const { message, level } of waiting.splice(0)) say(ctx, message, level);
    },
  };
}
