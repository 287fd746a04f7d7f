import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function toolRecovery(_pi: ExtensionAPI): void {}
