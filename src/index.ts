import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createApp, type Feature } from "./pi/app.ts";

/** The parts of the extension. Hooks of one event run in this order. */
const features: readonly Feature[] = [];

export default function toolRecovery(pi: ExtensionAPI): void {
  const app = createApp(pi);
  for (const install of features) install(app);
}
