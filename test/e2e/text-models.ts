import type { JsonObject } from "../../src/core/json.ts";
import { hostFingerprint } from "../../src/memory/host-fingerprint.ts";
import type { ProtocolMemory } from "../../src/memory/protocol-memory.ts";
import { VARIANT_VERSION, type Variant, type VariantName } from "../../src/protocol/variant.ts";
import { variantNamed } from "../../src/protocol/variants.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";
import type { ShapeName } from "./rig/index.ts";

export const ADAPTATION_FILE = "state/tool-recovery/adaptation.json";

export function modelOf(shape: ShapeName): string {
  return `mock-${shape}/main`;
}

export function variant(name: VariantName): Variant {
  const found = variantNamed(name);
  if (found === undefined) throw new Error(`no variant ${name}`);
  return found;
}

/** A call as a model of the variant writes it. */
export function envelope(name: VariantName, tool: string, args: JsonObject): string {
  const known = builtinTools.find((builtin) => builtin.name === tool);
  return variant(name).render({ name: tool, arguments: args }, known);
}

/** The state file of an earlier `/toolprobe`, for `agentFiles`. @param url The scripted server's. */
export function verdictFile(shape: ShapeName, url: string, protocol: ProtocolMemory): Readonly<Record<string, string>> {
  const memory = {
    host: hostFingerprint(),
    provider: `mock-${shape}`,
    model: "main",
    baseUrl: shape === "anthropic" ? url : `${url}/v1`,
    tallies: { sessions: 0, calls: 0, reported: 0, repaired: 0, recovered: 0, refused: 0 },
    rules: {},
    protocol,
  };
  return { [ADAPTATION_FILE]: JSON.stringify({ version: 1, data: { models: [memory] } }) };
}

export function writes(name: VariantName): ProtocolMemory {
  return { kind: "text-protocol", at: 1, reason: "tried out", variant: name, version: VARIANT_VERSION };
}
