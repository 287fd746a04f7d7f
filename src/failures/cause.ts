import type { Attempt } from "./attempt.ts";

/** How far a call came. */
export type Phase = "validation" | "policy" | "preflight" | "execution" | "timeout" | "cancelled";

/** A class of causes: how it is recognised, and what the model does about it. */
export interface Cause {
  /** Stands in the record and in counts, so it never changes. At most 48 characters. */
  readonly code: string;
  readonly phase: Phase;
  /** `rejected`: nothing was tried. */
  readonly state: "failed" | "rejected";
  /** Whether the same call may succeed a moment later although nothing was done here. */
  readonly outside: boolean;
  /** Wordings in a tool's own message, on Linux, macOS and Windows. */
  readonly patterns: readonly RegExp[];
  readonly advice: Advice;
}

/** `repair`: a correction of the call itself. `next`: what to do before another try. */
export type Advice =
  | { readonly kind: "repair"; readonly text: (attempt: Attempt, setting: Setting) => string }
  | { readonly kind: "next"; readonly text: string };

export interface Setting {
  /** The names of the active tools. */
  readonly tools: readonly string[];
}

export function next(text: string): Advice {
  return { kind: "next", text };
}
