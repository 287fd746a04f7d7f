import type { App } from "./app.ts";

const STATUS = "tool-recovery-model";

/** Shows in the footer which tools' calls a recovery model is asked about, as long as it is. */
export function showRecovering(app: App): (tool: string) => () => void {
  const names: string[] = [];

  function show(): void {
    const ctx = app.context();
    if (ctx === undefined || !ctx.hasUI) return;
    const text = names.length === 0 ? undefined : `recovering ${[...new Set(names)].join(", ")}…`;
    ctx.ui.setStatus(STATUS, text === undefined || ctx.mode !== "tui" ? text : ctx.ui.theme.fg("dim", text));
  }

  return (tool) => {
    const name = tool.replaceAll(/[^\w.:-]/g, "").slice(0, 40) || "a call";
    names.push(name);
    show();
    return () => {
      names.splice(names.indexOf(name), 1);
      show();
    };
  };
}
