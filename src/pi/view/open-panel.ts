import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { Panel, type PanelContent, type PanelKey } from "./panel.ts";
import type { Line } from "./styled.ts";

/** Shows a panel over the screen until `onKey` says that it is done. Only in a terminal. */
export async function openPanel(
  ctx: ExtensionContext,
  content: () => PanelContent,
  onKey: (key: PanelKey) => "stay" | "done",
): Promise<void> {
  await ctx.ui.custom<undefined>(
    (tui, theme, keys, done) =>
      new Panel(tui, theme, keys, content, (key) => {
        if (onKey(key) === "done") done(undefined);
      }),
    { overlay: true, overlayOptions: { anchor: "center", width: "100%" } },
  );
}

/** Shows lines to read; Escape or Enter closes them. */
export async function openReader(ctx: ExtensionContext, title: string, rows: readonly Line[]): Promise<void> {
  const content: PanelContent = { title, hint: "↑↓ scroll · esc close", rows, chosen: undefined };
  await openPanel(
    ctx,
    () => content,
    (key) => (key === "cancel" || key === "confirm" ? "done" : "stay"),
  );
}
