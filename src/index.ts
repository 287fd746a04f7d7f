import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { preventAnchorBleed } from "./pi/anchor-bleed.ts";
import { createApp, type Feature } from "./pi/app.ts";
import { commands } from "./pi/commands.ts";
import { textCalls } from "./pi/grammar.ts";
import { load } from "./pi/load.ts";
import { nameOtherRepairers } from "./pi/other-repairers.ts";
import { repairCalls } from "./pi/repair.ts";
import { drawMarkers } from "./pi/signals/mark-rows.ts";
import { teachRules } from "./pi/teach-rules.ts";
import { textProtocol } from "./pi/text-protocol.ts";
import { watchToolDefinitions } from "./pi/tool-definitions.ts";

/** The parts of the extension that every session needs. Hooks of one event run in this order. */
const features: readonly Feature[] = [
  textProtocol,
  textCalls,
  repairCalls,
  preventAnchorBleed,
  commands,
  nameOtherRepairers,
  teachRules,
  drawMarkers,
  watchToolDefinitions,
];

/** The parts that only calls need. */
const callFeatures = () => load(async () => (await import("./pi/call-features.ts")).callFeatures);

export default function toolRecovery(pi: ExtensionAPI): Promise<void> {
  const app = createApp(pi, callFeatures);
  for (const install of features) install(app);
  return app.readSettings();
}
