import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Level = "info" | "warning" | "error";

/** Shows a text in the user interface where there is one, else on stderr, so that machine-readable stdout stays clean. */
export function say(ctx: ExtensionContext, text: string, level: Level = "info"): void {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else process.stderr.write(`${text}\n`);
}
