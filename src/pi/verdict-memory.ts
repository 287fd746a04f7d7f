import type { ProtocolMemory } from "../memory/protocol-memory.ts";
import type { Verdict } from "../protocol/calibrate.ts";
import { VARIANT_VERSION } from "../protocol/variant.ts";
import { oneLine } from "./signals/shown-value.ts";

/** What is kept of a verdict, `undefined` for nothing. */
export function toMemory(verdict: Verdict): ProtocolMemory | undefined {
  const at = Date.now();
  switch (verdict.kind) {
    case "native":
    case "none":
      return { kind: verdict.kind, at, reason: verdict.reason };
    case "text-protocol":
      return { kind: "text-protocol", at, reason: verdict.reason, variant: verdict.variant, version: VARIANT_VERSION };
    case "unknown":
      return undefined;
    default:
      return verdict satisfies never;
  }
}

/** `text-protocol (tagged-call): wrote both calls as shown, none natively` */
export function describeVerdict(verdict: Verdict | ProtocolMemory): string {
  if (verdict.kind === "untried") return "untried";
  const variant = verdict.kind === "text-protocol" ? ` (${verdict.variant})` : "";
  return oneLine(`${verdict.kind}${variant}: ${verdict.reason}`);
}
