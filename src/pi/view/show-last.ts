import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { say } from "../say.ts";
import type { CallRecord } from "../signals/call-record.ts";
import { describeRecord } from "./describe-record.ts";
import { openReader } from "./open-panel.ts";
import { toText } from "./styled.ts";

/** Shows the last call that was repaired or recovered, in full. */
export async function showLast(records: readonly CallRecord[], ctx: ExtensionContext): Promise<void> {
  const last = records.findLast(({ outcome }) => outcome === "repaired" || outcome === "recovered");
  if (last === undefined) return say(ctx, "No call was repaired in this session.");
  const lines = describeRecord(last);
  if (ctx.mode === "tui") await openReader(ctx, "Last repair", lines);
  else say(ctx, toText(lines));
}
