import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Decision } from "../../core/outcome.ts";
import type { App, Feature } from "../app.ts";
import { isLeftAlone } from "../diagnostics.ts";
import { load } from "../load.ts";
import type { Records } from "./records.ts";

const STATUS = "tool-recovery";

/**
 * Shows the user what happened: a marker on the rows of corrected calls, a counter in the footer, and the words `last`
 * and `log` of `/toolrecovery`. An entry in the session keeps what a corrected call was, for when the session goes on.
 */
export const showSignals: Feature = (app) => {
  let opened: Promise<Records> | undefined;
  let records: Records | undefined;
  let marker: typeof import("../view/call-marker.ts") | undefined;

  const open = (ctx: ExtensionContext): Promise<Records> => {
    if (opened !== undefined) return opened;
    // Taken now: while the code loads, the message that is being decided becomes part of the branch.
    const branch = ctx.sessionManager.getBranch();
    const opening = load(() => import("./records.ts")).then(({ openRecords }) => openRecords(branch));
    opened = opening;
    return opening.then((found) => {
      if (opened === opening) records = found;
      return found;
    });
  };
  const restart = async (ctx: ExtensionContext) => {
    opened = undefined;
    records = undefined;
    showCounts(app, ctx);
    if (ctx.mode !== "tui") return;
    // Rows are drawn synchronously, so what their markers need is loaded before.
    marker = await load(() => import("../view/call-marker.ts"));
    await open(ctx);
  };

  app.onSession(restart);
  app.on("session_tree", (_event, ctx) => restart(ctx));
  app.decisions.subscribe((decisions) => {
    if (decisions.every(isLeftAlone)) return;
    const ctx = app.context();
    const news = decisions.filter((decision) => !isLeftAlone(decision));
    if (ctx === undefined) return;
    showCounts(app, ctx);
    if (records !== undefined) remember(app, records, news);
    else
      open(ctx)
        .then((found) => remember(app, found, news))
        .catch((error) => app.reportDefect("The record of the session", error));
  });
  app.plugs.marking = () =>
    marker === undefined || records === undefined ? undefined : { ...marker, find: records.find };

  app.addSubcommand({
    word: "last",
    usage: "",
    description: "The last repair in full, before and after",
    complete: () => [],
    run: async (_args, ctx) => (await load(() => import("../view/show-last.ts"))).showLast((await open(ctx)).all, ctx),
  });
  app.addSubcommand({
    word: "log",
    usage: "[filter]",
    description: "What became of the calls of this session, newest first",
    complete: (prefix) =>
      ["repaired", "recovered", "reported", "refused", "text"].filter((word) => word.startsWith(prefix)),
    run: async (filter, ctx) =>
      (await load(() => import("../view/show-log.ts"))).showLog((await open(ctx)).all, filter, ctx),
  });
};

function remember(app: App, records: Records, decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    const kept = records.add(decision, !app.active());
    // Once the session is over, nothing is written.
    if (kept !== undefined && app.context() !== undefined) app.pi.appendEntry(kept.type, kept.data);
  }
}

function showCounts(app: App, ctx: ExtensionContext): void {
  if (!ctx.hasUI) return;
  const { repaired, recovered } = app.counts();
  const parts = [
    ...(repaired > 0 ? [`repaired ${repaired}`] : []),
    ...(recovered > 0 ? [`recovered ${recovered}`] : []),
  ];
  const counted = parts.join(" · ");
  const text = counted === "" || app.active() ? counted : `only observed: ${counted}`;
  ctx.ui.setStatus(STATUS, text === "" ? undefined : ctx.mode === "tui" ? ctx.ui.theme.fg("dim", text) : text);
}
