import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ExtensionAPI, SourceInfo } from "@earendil-works/pi-coding-agent";
import type { Feature } from "./app.ts";

/** Packages that repair tool calls, by the habit of their names. */
const REPAIRER = /(?:^|[\\/:@])(pi-[\w-]*tool[\w-]*-(?:repair|recovery))(?=$|[\\/@#.])/;
const OURS = "pi-tool-recovery";

/** Commands that only a repair extension has, ours among them: pi numbers a name that is taken twice. */
const COMMANDS = /^(?:toolrecovery|toolrecovery-model|toolhealth|toolprobe|toolrule-remove)(?::\d+)?$/;

/** Names another loaded repair extension once: two of them work on the same calls. */
export const nameOtherRepairers: Feature = (app) => {
  app.onSession(() => {
    const other = otherRepairer(app.pi);
    if (other === undefined) return;
    app.reportOnce("other-repairer", `${other} is loaded too. Both repair the same calls; keep one of them.`);
  });
};

function otherRepairer(pi: ExtensionAPI): string | undefined {
  const commands = pi.getCommands().filter(({ source }) => source === "extension");
  const rivals = foreign(commands.filter(({ name }) => COMMANDS.test(name)));
  const named = [...commands, ...pi.getAllTools()].filter(
    ({ sourceInfo }) => nameIn(sourceInfo) && !isHere(sourceInfo),
  );
  const found = rivals ?? named[0]?.sourceInfo;
  if (found !== undefined) return nameIn(found) ?? found.path;
  return configured(pi).find((name) => name !== OURS);
}

/** Where commands of ours come from that we did not register: all places but our own. */
function foreign(commands: readonly { readonly sourceInfo: SourceInfo }[]): SourceInfo | undefined {
  const places = new Map(commands.map(({ sourceInfo }) => [sourceInfo.path, sourceInfo]));
  if (places.size < 2) return undefined;
  const others = [...places.values()].filter((place) => !isHere(place));
  return others.length < places.size ? others[0] : others[1];
}

/** An extension without commands and tools shows only in pi's settings. */
function configured(pi: ExtensionAPI): readonly string[] {
  // Older versions of pi do not tell their settings.
  const packages = pi.getSettings?.().packages ?? [];
  return packages.flatMap((entry) => REPAIRER.exec(typeof entry === "string" ? entry : entry.source)?.[1] ?? []);
}

function nameIn({ source, path }: SourceInfo): string | undefined {
  return (REPAIRER.exec(source) ?? REPAIRER.exec(path))?.[1];
}

function isHere({ path }: SourceInfo): boolean {
  const here = fileURLToPath(new URL("../..", import.meta.url));
  return real(path).startsWith(real(here) + sep);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
