import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { preventAnchorBleed } from "./pi/anchor-bleed.ts";
import { createApp, type Feature } from "./pi/app.ts";
import { commands } from "./pi/commands.ts";
import { rememberFailures } from "./pi/failure-memory.ts";
import { textCalls } from "./pi/grammar.ts";
import { health } from "./pi/health.ts";
import { journaling } from "./pi/journal.ts";
import { nameOtherRepairers } from "./pi/other-repairers.ts";
import { recovery } from "./pi/recovery.ts";
import { repairCalls } from "./pi/repair.ts";
import { showSignals } from "./pi/signals/markers.ts";
import { teaching } from "./pi/teaching.ts";
import { textProtocol } from "./pi/text-protocol.ts";
import { watchToolDefinitions } from "./pi/tool-definitions.ts";

/** The parts of the extension. Hooks of one event run in this order. */
const features: readonly Feature[] = [
  textProtocol,
  textCalls,
  repairCalls,
  recovery,
  preventAnchorBleed,
  commands,
  nameOtherRepairers,
  rememberFailures,
  teaching,
  showSignals,
  health,
  journaling,
  watchToolDefinitions,
];

export default function toolRecovery(pi: ExtensionAPI): void {
  const app = createApp(pi);
  for (const install of features) install(app);
}
