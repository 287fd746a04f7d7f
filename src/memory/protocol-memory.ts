import { isObject, type Json } from "../core/json.ts";

/** How a model was found to call tools. Times are ms since the epoch. */
export type ProtocolMemory =
  | { readonly kind: "untried" }
  | { readonly kind: "native"; readonly at: number; readonly reason: string }
  | {
      readonly kind: "text-protocol";
      readonly at: number;
      readonly reason: string;
      readonly variant: string;
      /** Of the variants' notation; another version is tried again. */
      readonly version: number;
    }
  /** It writes calls in no way that is known: nothing is tried again until the user asks. */
  | { readonly kind: "none"; readonly at: number; readonly reason: string }
  /** What was found does not hold any more: the next turn tries once more. */
  | { readonly kind: "invalid"; readonly at: number; readonly reason: string };

/** Characters; a file from elsewhere may hold anything. */
const MAX_REASON = 400;

export const UNTRIED: ProtocolMemory = { kind: "untried" };

/** @returns `undefined` when the data is nothing of this. */
export function parseProtocolMemory(data: Json | undefined): ProtocolMemory | undefined {
  if (data === undefined) return UNTRIED;
  if (!isObject(data)) return undefined;
  const { kind, at, variant, version } = data;
  if (kind === "untried") return UNTRIED;
  if (typeof at !== "number" || typeof data.reason !== "string") return undefined;
  const reason = data.reason.slice(0, MAX_REASON);
  if (kind === "native" || kind === "none" || kind === "invalid") return { kind, at, reason };
  if (kind !== "text-protocol" || typeof variant !== "string" || typeof version !== "number") return undefined;
  return { kind, at, reason, variant, version };
}
