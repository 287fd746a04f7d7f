import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { say } from "../say.ts";
import type { CallRecord } from "../signals/call-record.ts";
import { describeRecord, searchText, summarize } from "./describe-record.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelContent, PanelKey } from "./panel.ts";
import { line, tone, toText } from "./styled.ts";

/** Shows what became of the calls of the session, newest first: a list to filter, with each call's details. */
export async function showLog(records: readonly CallRecord[], filter: string, ctx: ExtensionContext): Promise<void> {
  if (records.length === 0) return say(ctx, "No call of this session was changed, refused or reported.");
  const log = createLog(records, filter);
  if (ctx.mode === "tui") await openPanel(ctx, log.content, log.press);
  else say(ctx, toText(log.content().rows));
}

/** The state of the log: what is typed, which row is chosen, and whether its details are open. */
export function createLog(
  records: readonly CallRecord[],
  filter: string,
): { content(): PanelContent; press(key: PanelKey): "stay" | "done" } {
  let typed = filter.toLowerCase();
  let chosen = 0;
  let opened: CallRecord | undefined;
  const matching = () => {
    const words = typed.split(/\s+/);
    return records.filter((record) => words.every((word) => searchText(record).includes(word))).toReversed();
  };

  return {
    content() {
      if (opened !== undefined) {
        return { title: "Call", hint: "↑↓ scroll · esc back", rows: describeRecord(opened), chosen: undefined };
      }
      const found = matching();
      const rows = found.map(summarize);
      return {
        title: typed === "" ? `Tool calls · ${records.length}` : `Tool calls · ${found.length} with “${typed}”`,
        hint: "↑↓ move · enter details · type to filter · esc close",
        rows: rows.length > 0 ? rows : [line(tone("muted", "None."))],
        chosen: Math.min(chosen, Math.max(0, found.length - 1)),
      };
    },
    press(key) {
      if (opened !== undefined) {
        if (key === "cancel" || key === "confirm") opened = undefined;
        return "stay";
      }
      const found = matching();
      if (key === "cancel") return "done";
      if (key === "confirm") opened = found[chosen];
      else if (key === "erase") typed = typed.slice(0, -1);
      else if (typeof key === "object") typed += key.typed.toLowerCase();
      const by = { up: -1, down: 1, pageUp: -10, pageDown: 10 };
      const step = typeof key === "string" && Object.hasOwn(by, key) ? by[key as keyof typeof by] : 0;
      chosen = Math.max(0, Math.min(chosen + step, matching().length - 1));
      return "stay";
    },
  };
}
