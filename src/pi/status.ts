import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { App } from "./app.ts";
import { isDisabledByEnvironment } from "./environment.ts";
import { say } from "./say.ts";
import type { Settings } from "./settings.ts";

/** Says what is on, who recovers, and what happened in this session. Never a key. */
export function showStatus(app: App, ctx: ExtensionContext): void {
  say(ctx, [...statusLines(app), ...app.statusSections.flatMap((section) => section())].join("\n"));
}

export function statusLines(app: App): readonly string[] {
  const { checked, repaired, recovered, refused, reported } = app.counts();
  return [
    describeSwitch(app),
    `Recovery model: ${describeTarget(app.settings(), process.env)}`,
    `This session: ${checked} calls checked, ${repaired} repaired, ${recovered} recovered, ${refused} refused, ${reported} run with a note`,
  ];
}

export function describeSwitch(app: App): string {
  if (isDisabledByEnvironment(process.env)) return "Tool recovery is off: PI_TOOL_REPAIR_DISABLED is set.";
  const { enabled, mode } = app.settings();
  if (!enabled) return "Tool recovery is off. /toolrecovery on turns it on.";
  return mode === "observe"
    ? 'Tool recovery only observes ("mode": "observe"): nothing is changed.'
    : "Tool recovery is on.";
}

/** Who is asked about what the rules refuse, first match first: the environment, the file's endpoint, the chosen model. */
export function describeTarget({ endpoint, model }: Settings, env: NodeJS.ProcessEnv): string {
  const baseUrl = env.TOOLRECOVERY_BASE_URL?.trim();
  if (baseUrl)
    return `${env.TOOLRECOVERY_MODEL_ID?.trim() || "recovery"} at ${withoutSecrets(baseUrl)} (TOOLRECOVERY_BASE_URL)`;
  if (endpoint !== null)
    return `${endpoint.modelId ?? "recovery"} at ${withoutSecrets(endpoint.baseUrl)} (recoveryBaseUrl)`;
  if (model !== null) return `${model.provider}/${model.id}`;
  return "none, rules only. /toolrecovery-model chooses one.";
}

/** An address may carry a user, a password or a key. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return "an address that is no URL";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}
