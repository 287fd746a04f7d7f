import { isArray, isObject, type Json, type JsonObject } from "../core/json.ts";
import { holdsCredential } from "../core/redact.ts";

/** Values that are kept back from the prompt, by handle name. */
export interface Handles {
  /** The marker that stands for a text in the prompt. A secret shows nothing but its length. */
  hideText(text: string, secret: boolean): JsonObject;
  /** The marker that stands for a list or object. */
  hideContainer(value: Json): JsonObject;
  /** The name that stands for a key. */
  hideKey(key: string): string;
  readonly names: readonly string[];
  readonly holdContainers: boolean;
  /**
   * The reply with every `{"$value": "v1"}` replaced by what it stands for.
   * @returns The unknown handle where there is one.
   */
  restore(
    value: Json,
  ): { readonly kind: "restored"; readonly value: Json } | { readonly kind: "unknown"; readonly handle: string };
}

/** The key of a marker, and the prefix of a hidden key. */
export const MARK = "$value";

const EDGE = 24;

export function createHandles(): Handles {
  const hidden = new Map<string, Json>();
  let containers = false;

  function keep(value: Json): string {
    const name = `v${hidden.size + 1}`;
    hidden.set(name, value);
    return name;
  }

  function restore(value: Json): Json {
    if (isArray(value)) return value.map(restore);
    if (!isObject(value)) return value;
    if (Object.hasOwn(value, MARK)) {
      const kept = hidden.get(String(value[MARK]));
      if (kept === undefined) throw new UnknownHandle(String(value[MARK]));
      return kept;
    }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [restoreKey(key), restore(child)]));
  }

  function restoreKey(key: string): string {
    if (!key.startsWith(`${MARK}:`)) return key;
    const kept = hidden.get(key.slice(MARK.length + 1));
    if (typeof kept !== "string") throw new UnknownHandle(key);
    return kept;
  }

  return {
    hideText(text, secret): JsonObject {
      const name = keep(text);
      if (secret) return { [MARK]: name, chars: text.length, secret: true };
      return { [MARK]: name, chars: text.length, starts: text.slice(0, EDGE), ends: text.slice(-EDGE) };
    },
    hideContainer(value) {
      containers = true;
      return {
        [MARK]: keep(value),
        kind: isArray(value) ? "list" : "object",
        size: Object.keys(value as object).length,
      };
    },
    hideKey: (key) => `${MARK}:${keep(key)}`,
    get names() {
      return [...hidden.keys()];
    },
    get holdContainers() {
      return containers;
    },
    restore(value) {
      try {
        return { kind: "restored", value: restore(value) };
      } catch (error) {
        if (error instanceof UnknownHandle) return { kind: "unknown", handle: error.message.slice(0, 40) };
        throw error;
      }
    },
  };
}

class UnknownHandle extends Error {}

/** Characters of a string up to which it may stand in a prompt. */
export const MAX_SHOWN = 160;

const NEAR_EDGE = 600;

/** Whether a text may stand in the prompt, and if not, whether even its edges must be hidden. */
export function privacyOf(text: string, key: string): "shown" | "long" | "secret" {
  if (text.length > MAX_SHOWN) {
    // Only the edges are shown, so only what stands near them can be given away.
    return holdsCredential(text.slice(0, NEAR_EDGE)) || holdsCredential(text.slice(-NEAR_EDGE)) ? "secret" : "long";
  }
  // The name of a field may be what tells that a plain word is a password.
  return holdsCredential(text) || (key !== "" && holdsCredential(`${key}="${text}"`)) ? "secret" : "shown";
}
